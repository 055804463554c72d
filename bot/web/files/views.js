// The views: one at a time on a phone, next to the table on a large screen.

const $ = (id) => document.getElementById(id);

/** Keep the views. `turned(name)` is called with the one that is turned to. */
export function keepViews(turned) {
  function view(name) {
    document.body.dataset.view = name;
    for (const button of $("views").children) button.ariaCurrent = String(button.dataset.view === name);
    turned(name);
  }

  $("views").onclick = ({ target }) => target.dataset.view && view(target.dataset.view);

  return {
    view,
    /** Turn to a view, unless the board is shown next to it. */
    uncover(name) { if (getComputedStyle($("play")).display === "none") view(name); },
  };
}
