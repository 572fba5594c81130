// The curve of the chances below the table: a line for each player, dots where they turn, a line where the film stands.
const CURVE = byId("curve");
const TALL = 100;
const WIDE = 1000;
const LAST = Math.max(1, FILM.steps.length - 1);
const at = (step) => (WIDE * step) / LAST;
const height = (chance) => TALL - 6 - (TALL - 12) * chance;

function draw(name, attributes, parent = CURVE) {
  const found = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
  parent.append(found);
  return found;
}

function known() {
  return [...FILM.steps.entries()].filter(([, step]) => step.p);
}

// Chapters stand as stripes behind the curve.
function drawChapters() {
  const begins = [...FILM.steps.keys()].filter((step) => FILM.steps[step].c === step && FILM.steps[step].k === "chapter");
  begins.forEach((step, number) => {
    const end = begins[number + 1] === undefined ? LAST : begins[number + 1];
    draw("rect", { x: at(step), y: 0, width: at(end) - at(step), height: TALL, class: number % 2 ? "odd" : "even" });
  });
}

function drawLines() {
  draw("line", { x1: 0, x2: WIDE, y1: height(0.5), y2: height(0.5), class: "half" });
  FILM.players.forEach((player, number) => {
    const points = known().map(([step, found]) => `${at(step).toFixed(1)},${height(found.p[number]).toFixed(1)}`);
    if (points.length) draw("polyline", { points: points.join(" "), style: `stroke:${player.colour}` });
  });
}

// Dots must stay round although the drawing is stretched: short lines with round ends do.
function drawTurnings() {
  for (const [step, player, , after] of FILM.turnings) {
    const dot = draw("path", { d: `M${at(step)} ${height(after)}h0.01`, class: "turning", style: `stroke:${FILM.players[player].colour}` });
    dot.addEventListener("click", (event) => { event.stopPropagation(); show(step); });
  }
}

drawChapters();
drawLines();
drawTurnings();
const NEEDLE = draw("line", { y1: 0, y2: TALL, class: "needle" });

function showNeedle(step) {
  NEEDLE.setAttribute("x1", at(step));
  NEEDLE.setAttribute("x2", at(step));
}

// The chance last found out before a step.
function chances(step) {
  for (let number = step; number >= 0; number -= 1) if (FILM.steps[number].p) return FILM.steps[number].p;
  return [];
}

CURVE.addEventListener("click", (event) => {
  const box = CURVE.getBoundingClientRect();
  show(Math.round((LAST * (event.clientX - box.left)) / box.width));
});
