// Who I am: a name that I choose, or somebody who was here before in this browser.

import { remembered } from "./identity.js";
import { make } from "./posts.js";

const $ = (id) => document.getElementById(id);

/**
 * Keep the dialog that asks for a name. `take(name)` takes a name, `comeBack(token)` comes back as somebody,
 * and `playNow()` is called first if the person wants to play at once.
 */
export function keepNaming({ take, comeBack, playNow }) {
  let me = null; // { id, name } once the person has a name

  /** Offer a name, or say what is wrong with one, or let a person who has one take another. */
  function ask(suggestion, problem = "") {
    const people = Object.entries(remembered()).filter(([name]) => name !== me?.name);
    $("known").hidden = !people.length || me !== null;
    $("known").querySelector(".buttons").replaceChildren(...people.map(([name, token]) => {
      const onclick = () => { $("name").value = name; comeBack(token); };
      return make("button", { type: "button", onclick }, name);
    }));
    $("stay").hidden = me === null;
    $("play-now").hidden = me !== null;
    $("problem").textContent = problem;
    if (suggestion && !$("name").value) $("name").value = suggestion;
    if (!$("naming").open) $("naming").showModal();
    $("name").select();
  }

  $("naming").addEventListener("submit", (event) => {
    event.preventDefault();
    take($("name").value);
  });
  $("play-now").onclick = () => { playNow(); $("naming").querySelector("form").requestSubmit(); };
  $("naming").addEventListener("cancel", (event) => { if (!me) event.preventDefault(); });
  $("stay").onclick = () => $("naming").close();
  $("me").onclick = () => { $("name").value = me.name; ask(); };

  return {
    /** A stranger chooses a name. */
    offer(suggestion) { me = null; ask(suggestion); },
    refuse(problem) { ask("", problem); },
    /** The person has a name now. */
    named(person) {
      me = person;
      $("me").textContent = me.name;
      $("naming").close();
    },
  };
}
