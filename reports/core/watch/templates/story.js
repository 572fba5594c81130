// The words of a step: headings, what happened, the decision with its reason and the options that were not taken.
const LOGGED = 14;
const byId = (id) => document.getElementById(id);

function item(text, kind) {
  const found = document.createElement("li");
  found.textContent = text;
  if (kind) found.className = kind;
  return found;
}

function worths(choice) {
  return new Map(choice.tried);
}

// The option taken first, then those compared with it, then the rest as they stand.
function ordered(choice) {
  const compared = choice.tried.map((pair) => pair[0]).filter((option) => option !== choice.taken);
  const known = new Set([choice.taken, ...compared]);
  return [choice.taken, ...compared, ...choice.options.keys().filter((option) => !known.has(option))];
}

function showOption(choice, option) {
  const found = item("", option === choice.taken ? "taken" : "");
  const worth = worths(choice).get(option);
  const mark = document.createElement("span");
  mark.className = "worth";
  mark.textContent = worth === undefined ? "" : worth;
  found.append(mark, document.createTextNode(choice.options[option]));
  return found;
}

function showChoice(choice) {
  byId("choice").hidden = !choice;
  if (!choice) return;
  byId("asked").textContent = (choice.who ? choice.who + ": " : "") + choice.asked;
  byId("why").textContent = choice.planned ? FILM.words.planned : choice.why;
  byId("options").replaceChildren(...ordered(choice).map((option) => showOption(choice, option)));
}

function showLog(step) {
  const first = Math.max(0, step - LOGGED);
  const lines = FILM.steps.slice(first, step).map((past) => item(past.x, past.k));
  byId("log").replaceChildren(...lines.reverse());
}

function showStory(step) {
  const now = FILM.steps[step];
  byId("chapter").textContent = FILM.steps[now.c].x;
  byId("scene").textContent = now.s === now.c || now.s === step ? "" : FILM.steps[now.s].x;
  byId("words").textContent = now.q || now.c === step ? "" : now.x;
  byId("words").className = now.k;
  showChoice(now.q);
  showLog(step);
}
