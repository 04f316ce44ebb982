import { engineKinds, type EngineKind, type Workflow } from '@vermilion/contract/generations/engines'
import type { GenerationEngine } from './engine.ts'

export type Engines = ReturnType<typeof createEngines>

/** The engines by kind, and the workflows that they offer. */
export function createEngines(engines: Readonly<Record<EngineKind, GenerationEngine>>) {
  async function workflows(): Promise<Workflow[]> {
    return (await Promise.all(engineKinds.map((kind) => engines[kind].workflows()))).flat()
  }
  return {
    workflows,
    async find(workflowId: string): Promise<{ workflow: Workflow; engine: GenerationEngine } | undefined> {
      const workflow = (await workflows()).find(({ id }) => id === workflowId)
      return workflow && { workflow, engine: engines[workflow.engine] }
    },
    async close(): Promise<void> {
      await Promise.all(engineKinds.map((kind) => engines[kind].close()))
    },
  }
}
