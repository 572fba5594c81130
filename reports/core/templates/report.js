"use strict";
// Tables, tips, and the state of the page in its address; without scripts the page still shows everything.

// --- the address: #section?key=value&…, so that a link leads back to what is shown
const evenkeelState = {
  parts() {
    const [section, query] = location.hash.slice(1).split("?");
    return [section, new URLSearchParams(query || "")];
  },
  get(key) { return this.parts()[1].get(key) || ""; },
  set(key, value) {
    const [section, found] = this.parts();
    if (value) found.set(key, value); else found.delete(key);
    this.write(section, found);
  },
  write(section, found) {
    const query = found.toString();
    history.replaceState(null, "", `#${section}${query ? `?${query}` : ""}`);
  },
  show() {
    const section = this.parts()[0];
    if (section) document.getElementById(section)?.scrollIntoView();
  },
};
for (const link of document.querySelectorAll("nav a")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    evenkeelState.write(link.hash.slice(1), evenkeelState.parts()[1]);
    evenkeelState.show();
  });
}

// --- tables: sorting, filtering, downloads
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

// The rows that are shown, as a spreadsheet reads them.
function csvOf(table) {
  const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const kept = [...table.tHead.rows[0].cells].map((cell, place) => place).filter((place) => !table.tHead.rows[0].cells[place].dataset.aside);
  const value = (cell) => (cell.textContent.trim().replace("\u2605", "*"));
  const rows = [table.tHead.rows[0], ...[...table.tBodies[0].rows].filter((row) => !row.hidden)];
  return rows.map((row) => kept.map((place) => quoted(value(row.cells[place]))).join(",")).join("\r\n");
}

for (const holder of document.querySelectorAll("[data-table]")) {
  const table = holder.querySelector("table");
  const input = holder.querySelector("input");
  const key = `find.${holder.dataset.table}`;
  const restore = () => {
    input.value = evenkeelState.get(key);
    filterBy(holder, input.value);
  };
  input.addEventListener("input", () => {
    filterBy(holder, input.value);
    evenkeelState.set(key, input.value);
  });
  if (evenkeelState.get(key)) restore();
  addEventListener("hashchange", restore);
  holder.querySelector(".csv").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`\ufeff${csvOf(table)}`], { type: "text/csv" }));
    link.download = `${holder.dataset.table}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
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
  link.addEventListener("click", (event) => {
    const holder = document.querySelector('[data-table="cells"]');
    if (!holder) return;
    event.preventDefault();
    const input = holder.querySelector("input");
    input.value = link.dataset.find;
    input.dispatchEvent(new Event("input"));
    evenkeelState.write("cells", evenkeelState.parts()[1]);
    evenkeelState.show();
  });
}

// --- tips: what a mark says, for the mouse, for a finger, and for the keyboard
const tip = document.createElement("div");
tip.id = "tip";
tip.setAttribute("role", "status");
tip.hidden = true;
document.body.append(tip);
function tell(event) {
  const mark = event.target.closest && event.target.closest("[data-tip]");
  tip.hidden = !mark;
  if (!mark) return;
  tip.textContent = mark.dataset.tip;
  const room = 12, box = tip.getBoundingClientRect();
  const left = Math.min(event.clientX + room, innerWidth - box.width - room);
  const above = event.clientY - box.height - room;
  tip.style.left = `${Math.max(room, left)}px`;
  tip.style.top = `${above > room ? above : event.clientY + room}px`;
}
for (const kind of ["pointermove", "pointerdown", "click"]) document.addEventListener(kind, tell);
document.addEventListener("scroll", () => { tip.hidden = true; }, true);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") tip.hidden = true; });
addEventListener("load", () => { if (location.hash.includes("?")) evenkeelState.show(); });
