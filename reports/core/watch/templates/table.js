// The table: what lies in each place at a step, and which pieces of it are new. Knows no game.
const PLACES = new Map([...document.querySelectorAll("[data-part]")].map((place) => [place.dataset.part, place]));
let lies = new Map(); // place -> number of what is shown there
let shown = -1;

// What lies in all places after a step: the last change of each.
function table(step) {
  const found = new Map();
  for (let number = 0; number <= step; number += 1) {
    for (const [place, text] of Object.entries(FILM.steps[number].d)) found.set(place, text);
  }
  return found;
}

function pieces(place) {
  return new Map([...place.querySelectorAll("[data-k]")].map((piece) => [piece.dataset.k, piece.outerHTML]));
}

function lay(place, text) {
  PLACES.get(place).innerHTML = FILM.texts[text];
}

// Marks the pieces of a place that were not there before, or looked different.
function markNew(place, before) {
  for (const piece of place.querySelectorAll("[data-k]")) {
    if (before.get(piece.dataset.k) !== piece.outerHTML) piece.classList.add("new");
  }
}

function showTable(step) {
  const now = table(step);
  const last = step > 0 ? table(step - 1) : now;
  for (const [name, place] of PLACES) {
    const text = now.get(name);
    if (text === undefined) continue;
    const is_new = last.get(name) !== text;
    place.classList.toggle("changed", is_new);
    if (is_new) {
      lay(name, last.get(name) === undefined ? text : last.get(name));
      const before = pieces(place);
      lay(name, text);
      markNew(place, before);
      lies.delete(name); // its marks go at the next step
    } else if (lies.get(name) !== text) {
      lay(name, text);
      lies.set(name, text);
    }
  }
  shown = step;
}
