// The panels beside the stage: on wide screens as many as there is room for, on narrow ones at most one.

const NARROW = window.matchMedia("(max-width: 760px)");

/** What a panel takes of the width, and what the stage needs of it. */
const PANEL_WIDTH = 300;
const STAGE_WIDTH = 320;

/** Lets buttons show and hide panels. */
function listenToLayout(names) {
  const panels = names.map((name) => ({
    panel: document.getElementById(name),
    button: document.getElementById(`show-${name}`),
  }));
  const show = (shown) => {
    panels.forEach(({ panel, button }, index) => {
      panel.hidden = !shown[index];
      button.setAttribute("aria-pressed", String(shown[index]));
    });
  };
  const adapt = () => {
    const room = NARROW.matches ? 0 : Math.floor((window.innerWidth - STAGE_WIDTH) / PANEL_WIDTH);
    show(panels.map((_, index) => index < room));
  };
  panels.forEach(({ button }, index) => {
    button.addEventListener("click", () => {
      show(panels.map(({ panel }, each) => (each === index ? panel.hidden : !panel.hidden && !NARROW.matches)));
    });
  });
  NARROW.addEventListener("change", adapt);
  adapt();
}
