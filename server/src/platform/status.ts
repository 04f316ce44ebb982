/** Every step that a status may take; a status without steps is an end. */
export type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>

export interface StatusTable<Status extends string> {
  may(from: Status, to: Status): boolean
  /** Refuses a step that the table does not have: such a step is a mistake of the program, not of the caller. */
  check(from: Status, to: Status): void
  isEnd(status: Status): boolean
  /** The statuses that a step to `to` may begin from, for the `where` of the update that takes it. */
  sources(to: Status): Status[]
}

/** The one transition table of an entity's status (R4.12). */
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
