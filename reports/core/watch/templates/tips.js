// What things do, beside them, when they are pointed at or touched.
const TIP = byId("tip");

function showTip(thing) {
  TIP.hidden = !thing;
  if (!thing) return;
  TIP.textContent = FILM.tips[thing.dataset.tip];
  const box = thing.getBoundingClientRect();
  TIP.style.left = Math.max(4, Math.min(box.left, innerWidth - TIP.offsetWidth - 8)) + "px";
  const above = box.top - TIP.offsetHeight - 6;
  TIP.style.top = (above > 0 ? above : box.bottom + 6) + "px";
}

const pointed = (event) => {
  const thing = event.target.closest ? event.target.closest("[data-tip]") : null;
  return thing && thing.dataset.tip in FILM.tips ? thing : null;
};
document.addEventListener("mouseover", (event) => showTip(pointed(event)));
document.addEventListener("click", (event) => showTip(pointed(event)));
document.addEventListener("scroll", () => showTip(null), true);
