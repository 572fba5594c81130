// The explorer: two choices among the cells of the run, what came out of each, and how far they differ.
// Cells count the same. Where each game is known as a bit, luck that cells share is counted game by game.
(() => {
  const home = document.querySelector("#explorer");
  const source = document.querySelector("#explorer-data");
  if (!home || !source) return;
  const data = JSON.parse(source.textContent);
  const Z = 1.959964;
  const bits = data.bits ? Uint8Array.from(atob(data.bits), (letter) => letter.charCodeAt(0)) : null;
  // A team offers two questions: who is in it, and who else.
  const asked = data.dims.flatMap((dim, place) => {
    const rows = [{ ...dim, place }];
    if (dim.many > 1) rows.push({ ...dim, key: `${dim.key}2`, label: data.texts.partner, place, beside: dim.key });
    return rows;
  });
  const sides = ["a", "b"];
  const chosen = { a: {}, b: {} };

  const holds = (entry, dim, value) => {
    const own = entry[0][dim.place];
    return Array.isArray(own) ? own.includes(value) : own === value;
  };
  const fits = (entry, dim, choice) => {
    const value = choice[dim.key];
    if (value === undefined) return true;
    return holds(entry, dim, value) && !(dim.beside && choice[dim.beside] === value); // nobody is their own partner
  };
  const matching = (choice) => data.entries
    .map((entry, number) => [entry, number])
    .filter(([entry]) => asked.every((dim) => fits(entry, dim, choice)));

  // --- statistics: the mean of the means of cells, and its variance

  function wilson(rate, games) {
    if (!(games > 0)) return [0, 1];
    const centre = (rate + Z * Z / (2 * games)) / (1 + Z * Z / games);
    const reach = Z / (1 + Z * Z / games) * Math.sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games));
    return [rate <= 0 ? 0 : Math.max(0, centre - reach), rate >= 1 ? 1 : Math.min(1, centre + reach)];
  }

  // Adds up, game by game, by how much the cells of a choice are above their means; each cell has a share of it.
  function shifts(found, into, sign) {
    for (const [entry, number] of found) {
      const [, games, total] = entry;
      const mean = total / games, share = sign / (found.length * Math.sqrt(games * Math.max(games - 1, 1)));
      for (let game = 0; game < games; game++) {
        const won = bits[number * data.bytes + (game >> 3)] >> (game & 7) & 1;
        into[game] += share * (won - mean);
      }
    }
    return into;
  }
  const squares = (values) => values.reduce((sum, value) => sum + value * value, 0);

  function alone(found, measure) {
    const at = 1 + 3 * measure, share = data.measures[measure].share;
    let mean = 0, own = 0, games = 0;
    for (const [entry] of found) {
      const [n, total, square] = entry.slice(at, at + 3);
      const extra = 4 / found.length, rate = (total + extra / 2) / (n + extra);
      const spread = share ? rate * (1 - rate) / (n + extra - 1 + 1 / found.length)
        : Math.max(square - total * total / n, 0) / Math.max(n - 1, 1) / n;
      mean += total / n / found.length;
      own += spread / found.length ** 2;
      games += n;
    }
    return { mean, own, games };
  }

  function summed(found, measure) {
    const { mean, own, games } = alone(found, measure);
    let variance = own;
    if (bits && measure === 0 && found.length > 1) {
      const each = found.reduce((sum, [entry]) => {
        const rate = entry[2] / entry[1];
        return sum + rate * (1 - rate) / Math.max(entry[1] - 1, 1) / found.length ** 2;
      }, 0);
      const together = squares(shifts(found, new Float64Array(data.bytes * 8), 1)) - each;
      variance = own + Math.max(together, 0);
    }
    const reach = Z * Math.sqrt(variance);
    const whole = found.length === 1;
    const ends = !data.measures[measure].share ? [mean - reach, mean + reach]
      : wilson(mean, whole ? found[0][0][1 + 3 * measure] : Math.max(mean * (1 - mean), 1e-4) / variance);
    return { mean, low: ends[0], high: ends[1], variance, games, cells: found.length };
  }

  function difference(one, other) {
    const [a, b] = [one, other].map((found) => summed(found, 0));
    let variance = a.variance + b.variance;
    if (bits) {
      const both = shifts(other, shifts(one, new Float64Array(data.bytes * 8), -1), 1);
      const floor = 0.02 * (alone(one, 0).own + alone(other, 0).own);
      variance = Math.max(squares(both), floor);
    }
    const reach = Z * Math.sqrt(variance), mean = b.mean - a.mean;
    return { mean, low: mean - reach, high: mean + reach };
  }

  // --- what is shown

  const make = (tag, words, text) => Object.assign(document.createElement(tag), { className: words || "", textContent: text || "" });
  const scale = (measure) => (data.measures[measure].share ? 100 : 1);
  const unit = (measure) => (data.measures[measure].share ? "\u00a0%" : "");
  const written = (value, measure, sign) => {
    const text = (scale(measure) * value).toFixed(1);
    return (sign && value > 0 ? "+" : "") + text.replace("-", "−") + (sign ? "" : unit(measure));
  };
  const interval = (ends, measure, sign) => `${written(ends.low, measure, sign)} … ${written(ends.high, measure, sign)}`;
  const count = (number) => number.toLocaleString(document.documentElement.lang);

  function describe(entry) {
    return data.dims.map((dim, place) => [entry[0][place]].flat().map((value) => dim.values[value]).join(" + ")).join(" · ");
  }

  function drawChoices(side) {
    const box = home.querySelector(`[data-side=${side}] .choices`);
    box.replaceChildren(...asked.map((dim) => {
      const group = make("fieldset");
      group.append(make("legend", "", dim.label));
      dim.values.forEach((words, value) => {
        const chip = make("button", "chip", words);
        chip.type = "button";
        const on = chosen[side][dim.key] === value;
        chip.setAttribute("aria-pressed", String(on));
        chip.disabled = !on && !matching({ ...chosen[side], [dim.key]: value }).length;
        chip.dataset.choose = `${side}.${dim.key}.${value}`;
        chip.addEventListener("click", () => choose(side, dim.key, on ? undefined : value));
        group.append(chip);
      });
      return group;
    }));
  }

  function drawResult(side, found) {
    const box = home.querySelector(`[data-side=${side}] .result`);
    if (!found.length) return box.replaceChildren(make("p", "note", data.texts.nothing));
    const lines = data.measures.map((measure, number) => {
      const result = summed(found, number);
      const line = make("p", number ? "also" : "big");
      line.append(make("span", "what", measure.label), make("strong", "", written(result.mean, number)),
        make("span", "ends", interval(result, number)));
      if (measure.share) line.append(bar(result, `${measure.label}: ${written(result.mean, number)}\n${interval(result, number)}\n`
        + `n = ${count(result.games)}`));
      return line;
    });
    const all = summed(found, 0);
    lines.push(make("p", "note", `n = ${count(all.games)} · ${data.texts.found_cells}: ${count(all.cells)}`));
    box.replaceChildren(...lines, list(found));
    return undefined;
  }

  function bar(result, tip) {
    const track = make("span", "track");
    const reach = make("span", "reach"), dot = make("span", "dot");
    reach.style.left = `${100 * result.low}%`;
    reach.style.width = `${100 * (result.high - result.low)}%`;
    dot.style.left = `${100 * result.mean}%`;
    track.dataset.tip = tip;
    track.append(reach, dot);
    return track;
  }

  function list(found) {
    const shown = found.map(([entry]) => [entry, entry[2] / entry[1]]).sort((a, b) => b[1] - a[1]).slice(0, 12);
    const table = make("ol", "found");
    for (const [entry, mean] of shown) {
      const row = make("li"), ends = summed([[entry, data.entries.indexOf(entry)]], 0);
      row.append(make("span", "", describe(entry)), make("b", "", written(mean, 0)));
      row.dataset.tip = `${describe(entry)}\n${written(mean, 0)} (${interval(ends, 0)})\nn = ${count(entry[1])}`;
      table.append(row);
    }
    const holder = make("details");
    holder.append(make("summary", "", data.texts.cells_of), table);
    return holder;
  }

  function drawDifference() {
    const box = home.querySelector(".difference");
    const [one, other] = sides.map((side) => matching(chosen[side]));
    if (!one.length || !other.length) return box.replaceChildren();
    const found = difference(one, other);
    const line = make("p", "big");
    line.append(make("span", "what", `${data.texts.compare}: ${data.measures[0].label}${data.measures[0].share ? `, ${data.texts.points}` : ""}`), make("strong", "", written(found.mean, 0, true)),
      make("span", "ends", interval(found, 0, true)), make("span", "note", bits ? data.texts.same_games : data.texts.apart));
    box.replaceChildren(line);
    return undefined;
  }

  function draw() {
    for (const side of sides) {
      drawChoices(side);
      drawResult(side, matching(chosen[side]));
    }
    drawDifference();
  }

  function choose(side, key, value) {
    if (value === undefined) delete chosen[side][key];
    else chosen[side][key] = value;
    evenkeelState.set(`${side}.${key}`, value === undefined ? "" : asked.find((dim) => dim.key === key).values[value]);
    const focused = document.activeElement && document.activeElement.dataset.choose;
    draw();
    if (focused) home.querySelector(`[data-choose="${CSS.escape(focused)}"]`)?.focus();
  }

  function read() {
    for (const side of sides) {
      chosen[side] = {};
      for (const dim of asked) {
        const value = dim.values.indexOf(evenkeelState.get(`${side}.${dim.key}`));
        if (value >= 0) chosen[side][dim.key] = value;
      }
    }
    draw();
  }
  for (const side of sides) {
    home.querySelector(`[data-side=${side}] .clear`).addEventListener("click", () => {
      asked.forEach((dim) => evenkeelState.set(`${side}.${dim.key}`, ""));
      read();
    });
  }
  addEventListener("hashchange", read);
  home.hidden = false;
  read();
})();
