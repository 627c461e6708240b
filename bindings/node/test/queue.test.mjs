import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { Job, Queue } from "../dist/transports/job.js";

const job = (method, signal) => {
  const made = new Job(method, "{}", signal, () => {});
  made.answer.catch(() => {});
  return made;
};

test("Jobs leave the queue in the order they came, those put first before the others.", () => {
  const queue = new Queue();
  for (const name of "abcde") queue.push(job(name));
  const left = [];
  const take = () => {
    left.push(queue.peek().method);
    queue.shift();
  };
  take();
  take();
  queue.unshift([job("x"), job("y")]);
  while (queue.peek()) take();
  assert.equal(left.join(""), "abxycde");
});

test("A job that was aborted is passed over.", () => {
  const queue = new Queue();
  const [first, second] = [job("first"), job("second")];
  queue.push(first);
  queue.push(second);
  first.reject(new Error("no longer wanted"));
  assert.equal(queue.peek(), second);
});

test("A job that is over holds neither its request nor its signal.", async () => {
  const { signal } = new AbortController();
  const over = job("over", signal);
  assert.equal(getEventListeners(signal, "abort").length, 1);
  over.resolve(Buffer.from("{}"));
  assert.deepEqual([getEventListeners(signal, "abort").length, over.request], [0, ""]);
});

test("Jobs that share a signal share its listener, and are all aborted.", async () => {
  const controller = new AbortController();
  const jobs = ["a", "b", "c"].map((name) => job(name, controller.signal));
  assert.equal(getEventListeners(controller.signal, "abort").length, 1);
  controller.abort();
  assert.deepEqual(
    jobs.map((each) => each.live),
    [false, false, false],
  );
});
