/** The transitions of each status; one without transitions is final. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>

export function statusTable<Status extends string>(entity: string, steps: Transitions<Status>) {
  const may = (from: Status, to: Status) => steps[from].includes(to)
  return {
    may,
    /** Throws on a transition that the table lacks: it is a programming error, not the caller's. */
    check(from: Status, to: Status): void {
      if (!may(from, to)) throw new Error(`${entity}: no step leads from ${from} to ${to}`)
    },
    isEnd: (status: Status) => steps[status].length === 0,
    /** The statuses that may change to `to`, for the `where` of the update. */
    sources: (to: Status) => (Object.keys(steps) as Status[]).filter((from) => may(from, to)),
  }
}
