// A browser may deny a frame its storage. What the page keeps is then forgotten with the page.

for (const name of ["sessionStorage", "localStorage"]) {
  try {
    void window[name].length;
  } catch {
    Object.defineProperty(window, name, { value: {} });
  }
}
