"use strict";
// Sorting and filtering of tables; without scripts the page still shows everything.
function sortBy(table, column, ascending) {
  const key = (row) => {
    const cell = row.cells[column];
    return cell.dataset.v === undefined ? cell.textContent : Number(cell.dataset.v);
  };
  const compare = (a, b) => (typeof a === "number" ? a - b : a.localeCompare(b, undefined, { numeric: true }));
  const rows = [...table.tBodies[0].rows].map((row) => [key(row), row]);
  rows.sort((a, b) => (ascending ? 1 : -1) * compare(a[0], b[0]));
  table.tBodies[0].append(...rows.map((pair) => pair[1]));
}

// Only names are searched: a "4" means England 4 and not every number with a four.
function searched(row) {
  const texts = [...row.cells].filter((cell) => cell.dataset.v === undefined && !cell.querySelector("details"));
  return texts.map((cell) => cell.textContent.toLowerCase()).join(" ");
}

function filterBy(holder, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of holder.querySelectorAll("tbody tr")) {
    const content = searched(row);
    row.hidden = !words.every((word) => content.includes(word));
    shown += row.hidden ? 0 : 1;
  }
  holder.querySelector(".count").textContent = shown;
}

for (const holder of document.querySelectorAll("[data-table]")) {
  const table = holder.querySelector("table");
  const input = holder.querySelector("input");
  input.addEventListener("input", () => filterBy(holder, input.value));
  table.querySelectorAll("th").forEach((heading, column) => {
    const button = heading.querySelector("button");
    if (!button) return;
    button.addEventListener("click", () => {
      const ascending = heading.getAttribute("aria-sort") !== "ascending";
      table.querySelectorAll("th[aria-sort]").forEach((other) => other.setAttribute("aria-sort", "none"));
      heading.setAttribute("aria-sort", ascending ? "ascending" : "descending");
      sortBy(table, column, ascending);
    });
  });
}

for (const link of document.querySelectorAll("a[data-find]")) {
  link.addEventListener("click", () => {
    const holder = document.querySelector('[data-table="cells"]');
    if (!holder) return;
    holder.querySelector("input").value = link.dataset.find;
    filterBy(holder, link.dataset.find);
  });
}
