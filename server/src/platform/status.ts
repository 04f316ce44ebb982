/** The transitions of each status; one without transitions is final. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>

export interface StatusTable<Status extends string> {
  may(from: Status, to: Status): boolean
  /** Throws on a transition that the table lacks: it is a programming error, not the caller's. */
  check(from: Status, to: Status): void
  isEnd(status: Status): boolean
  /** The statuses that may change to `to`, for the `where` of the update. */
  sources(to: Status): Status[]
}

export function statusTable<Status extends string>(entity: string, steps: Transitions<Status>): StatusTable<Status> {
  const may = (from: Status, to: Status) => steps[from].includes(to)
  return {
    may,
    check(from, to) {
      if (!may(from, to)) throw new Error(`${entity}: no step leads from ${from} to ${to}`)
    },
    isEnd: (status) => steps[status].length === 0,
    sources: (to) => (Object.keys(steps) as Status[]).filter((from) => may(from, to)),
  }
}
