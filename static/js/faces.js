/** The faces of cards, loaded before a card that shows one is turned. */
const PATIENCE = 1500; // milliseconds: without its art a card shows its name
const FACE = /src="([^"]*\/cards\/[^"]+)"/g;

const loading = new Map(); // address -> a promise that it is here

/** The addresses of the faces in a piece of HTML. */
export const facesIn = (html) => [...html.matchAll(FACE)].map(([, address]) => address);

/** Waits until all the faces in some pieces of HTML are here, or too late. */
export async function loadFaces(pieces) {
  const faces = [...new Set(pieces.flatMap(facesIn))].map(load);
  if (!faces.length) return;
  const late = new Promise((done) => {
    setTimeout(done, PATIENCE);
  });
  await Promise.race([Promise.all(faces), late]);
}

function load(address) {
  if (!loading.has(address)) {
    const image = new Image();
    image.src = address;
    // Kept with its promise: a face that is decoded once stays so.
    loading.set(
      address,
      image.decode().then(
        () => image,
        () => loading.delete(address),
      ),
    );
  }
  return loading.get(address);
}
