import { lazyPage } from '#lib/loading/lazy-page.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'

export { ModelListPage } from './list/list-page.tsx'
export { ModelPage } from './page/model-page.tsx'
export { modelCompareSearch, modelDetailSearch, modelListSearch } from './search.ts'
export { type OrderedImages, sourceOf } from './inference/ordered-images.ts'
export { useRecommendedStart } from './threshold/recommended-threshold.ts'

export const PlaygroundPage = lazyPage(() => import('./playground/playground-page.tsx'), 'PlaygroundPage')
export const CompareModelsPage = lazyPage(() => import('./compare/compare-page.tsx'), 'CompareModelsPage')
export const ModelFacts = lazyPart(async () => (await import('./list/model-facts.tsx')).ModelFacts)
export const MainMeasure = lazyPart(async () => (await import('./list/main-measure.tsx')).MainMeasure)
export const InferenceReport = lazyPart(async () => (await import('./report/inference-report.tsx')).InferenceReport)
export const ModelSamples = lazyPart(async () => (await import('./samples/model-samples.tsx')).ModelSamples)
export const RanTab = lazyPart(async () => (await import('./board/ran-tab.tsx')).RanTab)
export const SourceFields = lazyPart(async () => (await import('./inference/source-fields.tsx')).SourceFields)
export const LoraFacts = lazyPart(async () => (await import('./lora/lora-facts.tsx')).LoraFacts)
export const SampleStrip = lazyPart(async () => (await import('./lora/sample-strip.tsx')).SampleStrip)
