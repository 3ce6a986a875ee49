/** Prints what is open: the channel or the conversation, once it can (Printing.tsx); until then what the browser prints. */
let printer: (() => void) | null = null;

export const setPrinter = (print: (() => void) | null) => {
  printer = print;
};

export function printOpen() {
  if (printer) printer();
  else window.print();
}
