// The worker as seen from the page: it answers one call after the other, and all of them can be cancelled.

export class Cancelled extends Error {}

export class Client {
  #worker;
  #pending = new Map();
  #last = 0;

  /** `tell` gets the stage of the work, and how much of it is done where that is known. */
  constructor(tell) {
    this.tell = tell;
    this.#start();
  }

  #start() {
    // A worker from a file would have no security policy; one from a blob has that of the page.
    const script = `import ${JSON.stringify(new URL("worker.js", location).href)};`;
    const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    this.#worker = new Worker(url, { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#take(data);
    this.#worker.onerror = (event) => this.#drop(new Error(event.message || "the worker cannot be started"));
  }

  call(call, args = {}) {
    const id = ++this.#last;
    return new Promise((done, failed) => {
      this.#pending.set(id, { done, failed });
      this.#worker.postMessage({ id, call, args });
    });
  }

  get isBusy() {
    return this.#pending.size > 0;
  }

  /** Ends what is being done. The file has to be opened again. */
  cancel() {
    this.#worker.terminate();
    this.#drop(new Cancelled("cancelled"));
    this.#start();
  }

  #take({ id, stage, part, result, error }) {
    if (stage !== undefined) return this.tell(stage, part);
    const { done, failed } = this.#pending.get(id);
    this.#pending.delete(id);
    if (!error) return done(result);
    failed(Object.assign(new Error(error.message), error));
    // After a fault the module's memory is not to be trusted.
    if (error.isFault) this.cancel();
  }

  #drop(error) {
    for (const { failed } of this.#pending.values()) failed(error);
    this.#pending.clear();
  }
}
