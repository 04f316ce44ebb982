import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { lazyPage } from '#lib/loading/lazy-page.ts'

export { ModelListPage } from './list/list-page.tsx'
export { ModelPage } from './page/model-page.tsx'
export { modelCompareSearch, modelDetailSearch, modelListSearch } from './search.ts'
export { type OrderedImages, sourceOf } from './inference/ordered-images.ts'
export { useRecommendedStart } from './threshold/recommended-threshold.ts'

export const PlaygroundPage = lazyPage(() => import('./playground/playground-page.tsx'), 'PlaygroundPage')
export const CompareModelsPage = lazyPage(() => import('./compare/compare-page.tsx'), 'CompareModelsPage')
export { ModelFacts } from './list/model-facts.tsx'
export { MainMeasure } from './list/main-measure.tsx'
export const InferenceReport = lazyPart(async () => (await import('./report/inference-report.tsx')).InferenceReport)
export { ModelSamples } from './samples/model-samples.tsx'
export const TilesField = lazyPart(async () => (await import('./tiles/tiles-field.tsx')).TilesField)
export { usePictureSizes } from './tiles/use-picture-sizes.ts'
export { tilesText } from './tiles/text.ts'
export { tilesWords } from './tiles/tiles-words.ts'
export const RanTab = lazyPart(async () => (await import('./board/ran-tab.tsx')).RanTab)
export const SourceFields = lazyPart(async () => (await import('./inference/source-fields.tsx')).SourceFields)
export { LoraFacts } from './lora/lora-facts.tsx'
export { SampleStrip } from './lora/sample-strip.tsx'
