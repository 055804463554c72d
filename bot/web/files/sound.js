// Sounds: one for each kind of move, and one when the table waits for me. One switch turns all of them on.

/** The tones of each sound: pitch in hertz, start and length in seconds. */
const SOUNDS = {
  turn: [[784, 0, 0.7], [1047, 0.18, 0.7]],
  card: [[1320, 0, 0.07]],
  tickets: [[990, 0, 0.08], [1320, 0.09, 0.08]],
  claim: [[392, 0, 0.16], [392, 0.17, 0.16], [523, 0.34, 0.3]],
  station: [[523, 0, 0.14], [659, 0.14, 0.14], [784, 0.28, 0.3]],
  tunnel: [[196, 0, 0.3], [185, 0.25, 0.45]],
};
const LOUDNESS = 0.12;

/** Whether sounds are on: off at first. */
export function audible() {
  return localStorage.bell === "on";
}

/** Keep the button that turns sounds on and off. */
export function keepBell(button) {
  button.ariaPressed = String(audible());
  button.onclick = () => {
    localStorage.bell = audible() ? "off" : "on";
    button.ariaPressed = String(audible());
    play("turn");
  };
}

/** Play a sound by its name, after `wait` seconds. */
export function play(name, wait = 0) {
  if (!audible()) return;
  const audio = new AudioContext();
  const tones = SOUNDS[name].map(([pitch, start, length]) => tone(audio, pitch, audio.currentTime + wait + start, length));
  tones.at(-1).onended = () => audio.close();
}

function tone(audio, frequency, start, length) {
  const sounding = new OscillatorNode(audio, { frequency });
  const loudness = new GainNode(audio, { gain: 0 });
  loudness.gain.setValueAtTime(LOUDNESS, start).exponentialRampToValueAtTime(0.001, start + length);
  sounding.connect(loudness).connect(audio.destination);
  sounding.start(start);
  sounding.stop(start + length);
  return sounding;
}
