/** The order of modules and lessons: pure, so that mouse, keys and buttons mean the same. */
export type Order = readonly { id: number; lessons: readonly number[] }[];

export const orderOf = (
  modules: readonly { id: number; lessons: readonly { id: number }[] }[],
): Order => modules.map(({ id, lessons }) => ({ id, lessons: lessons.map((lesson) => lesson.id) }));

/** Where something is put: a lesson before the `index`-th of a module, a module before the `index`-th. */
export type Target =
  | { kind: 'lesson'; lesson: number; module: number; index: number }
  | { kind: 'module'; module: number; index: number };

const put = <T>(list: readonly T[], index: number, item: T): T[] => [
  ...list.slice(0, index),
  item,
  ...list.slice(index),
];

/** The order after a move; the same one where it changes nothing. `index` counts without what is moved. */
export function moved(order: Order, target: Target): Order {
  if (target.kind === 'module') {
    const module = order.find(({ id }) => id === target.module);
    if (!module) return order;
    return put(
      order.filter(({ id }) => id !== target.module),
      target.index,
      module,
    );
  }
  const { lesson, module, index } = target;
  const isThere = order.some(({ lessons }) => lessons.includes(lesson));
  if (!isThere || !order.some(({ id }) => id === module)) return order;
  return order.map(({ id, lessons }) => {
    const rest = lessons.filter((one) => one !== lesson);
    return { id, lessons: id === module ? put(rest, index, lesson) : rest };
  });
}

/** A lesson one place up (-1) or down (1), over the edge into the module beside; null: it stands at the end. */
export function stepLesson(order: Order, lesson: number, by: -1 | 1): Target | null {
  const at = order.findIndex(({ lessons }) => lessons.includes(lesson));
  const module = order[at];
  if (!module) return null;
  const place = module.lessons.indexOf(lesson) + by;
  if (place >= 0 && place < module.lessons.length) {
    return { kind: 'lesson', lesson, module: module.id, index: place };
  }
  const beside = order[at + by];
  if (!beside) return null;
  return { kind: 'lesson', lesson, module: beside.id, index: by > 0 ? 0 : beside.lessons.length };
}

/** A module one place up or down; null: it stands at the end. */
export function stepModule(order: Order, module: number, by: -1 | 1): Target | null {
  const index = order.findIndex(({ id }) => id === module) + by;
  return index >= 0 && index < order.length ? { kind: 'module', module, index } : null;
}

/** A lesson onto another: before it, or after it where it came from above in the same module. */
export function ontoLesson(order: Order, lesson: number, onto: number): Target | null {
  const module = order.find(({ lessons }) => lessons.includes(onto));
  if (!module || lesson === onto) return null;
  return { kind: 'lesson', lesson, module: module.id, index: module.lessons.indexOf(onto) };
}

/** The rows in this order; what the order does not name is left out. */
export function arranged<L extends { id: number }, M extends { id: number; lessons: L[] }>(
  modules: readonly M[],
  order: Order,
): M[] {
  const lessons = new Map(modules.flatMap((module) => module.lessons).map((one) => [one.id, one]));
  const known = new Map(modules.map((module) => [module.id, module]));
  return order.flatMap(({ id, lessons: ids }) => {
    const module = known.get(id);
    return module ? [{ ...module, lessons: ids.flatMap((one) => lessons.get(one) ?? []) }] : [];
  });
}

export const sameOrder = (one: Order, other: Order): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
