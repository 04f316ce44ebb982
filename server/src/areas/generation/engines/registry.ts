import { engineKinds, type EngineKind, type Workflow } from '@vermilion/contract/generations/engines'
import type { GenerationEngine } from './engine.ts'

interface Match {
  readonly workflow: Workflow
  readonly engine: GenerationEngine
}

export type Engines = ReturnType<typeof createEngines>

/** The engines by kind, and the workflows that they offer. */
export function createEngines(engines: Readonly<Record<EngineKind, GenerationEngine>>) {
  async function workflows(): Promise<Workflow[]> {
    return (await Promise.all(engineKinds.map((kind) => engines[kind].workflows()))).flat()
  }
  async function find(workflowId: string): Promise<Match | undefined> {
    const workflow = (await workflows()).find(({ id }) => id === workflowId)
    return workflow && { workflow, engine: engines[workflow.engine] }
  }
  return {
    workflows,
    find,
    /** The workflow of a generation as it was at its start: it may have been changed or deleted since. */
    async open(workflow: Pick<Workflow, 'id' | 'name'>, version: string | null): Promise<Match | undefined> {
      if (version === null) return find(workflow.id)
      for (const kind of engineKinds) {
        const engine = engines[kind]
        const capabilities = await engine.openVersion(version)
        if (capabilities !== undefined) return { workflow: { ...workflow, engine: kind, capabilities }, engine }
      }
      return undefined
    },
    async close(): Promise<void> {
      await Promise.all(engineKinds.map((kind) => engines[kind].close()))
    },
  }
}
