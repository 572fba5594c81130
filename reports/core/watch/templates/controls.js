// Slider, buttons and keys; the step stands in the address, so that a link leads back to it.
const SLIDER = byId("slider");
const PAUSE = 900; // milliseconds between steps while it plays
let playing = null;

const isHeading = { chapter: (step) => step.k === "chapter" || step.k === "opening" || step.k === "ending", scene: (step) => step.k !== "change" && step.k !== "choice" };
const counts = (step) => !byId("only").checked || step.k === "choice" || step.k === "ending";

function percentages(step) {
  const many = FILM.players.length > 1;
  return chances(step).map((chance, number) => (many ? FILM.players[number].name + " " : "") + Math.round(100 * chance) + " %").join(", ");
}

function show(step, is_visit = false) {
  const number = Math.min(LAST, Math.max(0, step));
  if (number >= FILM.steps.length) return;
  showTable(number);
  showStory(number);
  showNeedle(number);
  SLIDER.value = number;
  SLIDER.setAttribute("aria-valuetext", FILM.steps[number].x);
  byId("count").textContent = [`${number + 1} / ${FILM.steps.length}`, percentages(number)].filter(Boolean).join(" · ");
  if (!is_visit) history.replaceState(null, "", "#step=" + number);
}

// The next step in a direction that is of a kind; at the end, the last one.
function seek(direction, fits) {
  let step = shown + direction;
  while (step > 0 && step < LAST && !fits(FILM.steps[step])) step += direction;
  show(step);
}

function stop() {
  clearInterval(playing);
  playing = null;
  byId("play").setAttribute("aria-pressed", "false");
}

function play() {
  if (playing) return stop();
  if (shown >= LAST) show(0);
  byId("play").setAttribute("aria-pressed", "true");
  playing = setInterval(() => (shown >= LAST ? stop() : seek(1, counts)), PAUSE);
}

const MOVES = {
  back: () => seek(-1, counts),
  forward: () => seek(1, counts),
  "scene-back": () => seek(-1, isHeading.scene),
  "scene-forward": () => seek(1, isHeading.scene),
  "chapter-back": () => seek(-1, isHeading.chapter),
  "chapter-forward": () => seek(1, isHeading.chapter),
};
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "chapter-back", ArrowDown: "chapter-forward", PageUp: "scene-back", PageDown: "scene-forward" };

for (const [id, move] of Object.entries(MOVES)) byId(id).addEventListener("click", () => { stop(); move(); });
byId("play").addEventListener("click", play);
SLIDER.addEventListener("input", () => { stop(); show(Number(SLIDER.value)); });

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const shift = { ArrowLeft: "scene-back", ArrowRight: "scene-forward" };
  const move = (event.shiftKey && shift[event.key]) || KEYS[event.key];
  if (move) { stop(); MOVES[move](); }
  else if (event.key === "Home") { stop(); show(0); }
  else if (event.key === "End") { stop(); show(LAST); }
  else if (event.key === " " && event.target.tagName !== "BUTTON" && event.target.tagName !== "INPUT") play();
  else return;
  event.preventDefault();
});

function visit() {
  const wanted = /step=(\d+)/.exec(location.hash);
  show(wanted ? Number(wanted[1]) : 0, true);
}
window.addEventListener("hashchange", visit);
visit();
