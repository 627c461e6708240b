// node koffi-first.mjs OPTIONS: the native transport in a program that has loaded something with koffi before.

import { Contextc } from "contextc";
import koffi from "koffi";

const options = JSON.parse(process.argv[2]);
koffi.load(options.library);
await Contextc.open(options).catch((error) => console.log(`${error.fault}: ${error.message}`));
