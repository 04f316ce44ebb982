import type { InferenceModel } from '@vermilion/contract/models'
import type { InferenceOrderStore } from './board/order-store.ts'
import { createModelArchives } from './card/archive.ts'
import { createModelComparisons } from './compare/comparisons.ts'
import { createRuns } from './compare/runs.ts'
import type { ConversionStore } from './convert/conversion-store.ts'
import { createConversions } from './convert/conversions.ts'
import type { Evaluations } from './evaluation/evaluations.ts'
import type { EvaluationStore } from './evaluation/evaluation-store.ts'
import type { Inferences } from './inferences.ts'
import { createLineage } from './lineage/lineage.ts'
import type { ModelsNeeds } from './needs.ts'
import type { ModelStore } from './store.ts'

interface DerivedNeeds extends ModelsNeeds {
  store: ModelStore
  conversions: ConversionStore
  orders: InferenceOrderStore
  inferences: Inferences
  evaluations: Evaluations
  evaluationStore: EvaluationStore
  resultsAt: Inferences['resultsAt']
  model(modelId: string): Promise<InferenceModel>
}

export function createDerived(needs: DerivedNeeds) {
  const { blobs, files, datasets, tasks, lifecycle, conversions } = needs
  const { store, orders, inferences, evaluations, evaluationStore, resultsAt, model } = needs
  const runOf = createRuns({ tasks, orders, evaluations: evaluationStore, inferences })
  const lineage = createLineage({ store, tasks, datasets, orders, evaluations: evaluationStore, conversions })
  return {
    lineage,
    archive: createModelArchives({ blobs, files, evaluations, lineage }),
    conversions: createConversions({ ...needs, conversions, runOf }),
    modelComparisons: createModelComparisons({ datasets, lifecycle, model, runOf, resultsAt }),
  }
}
