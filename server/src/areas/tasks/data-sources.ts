/** How an area puts the data of its tasks into place. */
export interface DataSource {
  /**
   * Puts what the reference names into the folder, which exists. May be called again after a crash and then finds
   * what the first call left; ends early when the signal aborts. What it throws is shown as the reason of the failure.
   */
  materialize(reference: unknown, folder: string, signal: AbortSignal): Promise<void>
}

/** Names a data source and what it is to put into place; kept with the task, so it must be JSON and stay readable. */
export interface DataOrder {
  by: string
  reference: unknown
}

export interface DataSources {
  /** Later areas register theirs when they are built, before any task runs. */
  register(name: string, source: DataSource): void
  materialize(order: DataOrder, folder: string, signal: AbortSignal): Promise<void>
}

export function createDataSources(given: Readonly<Record<string, DataSource>> = {}): DataSources {
  const sources = new Map(Object.entries(given))
  return {
    register(name, source) {
      if (sources.has(name)) throw new Error(`there are two data sources named ${name}`)
      sources.set(name, source)
    },
    async materialize({ by, reference }, folder, signal) {
      const source = sources.get(by)
      if (!source) throw new Error(`there is no data source named ${by}`)
      await source.materialize(reference, folder, signal)
    },
  }
}
