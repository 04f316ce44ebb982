import { usualConfidence } from '@vermilion/contract/detection/usual-confidence'
import { servingEndpoints } from '@vermilion/contract/models/serving'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { thresholdText } from './text.ts'

/** The threshold that a model is used at until somebody chooses another, and where it is from; `null` for no model. */
export function useRecommendedThreshold(modelId: string | null) {
  const t = useText(thresholdText)
  const query = read(servingEndpoints.recommendedThreshold, { params: { modelId: modelId ?? '' } })
  const { data, isLoading } = useQuery({ ...query, enabled: modelId !== null })
  const recommended = modelId === null ? undefined : data
  return {
    isLoading,
    confidence: recommended?.confidence ?? usualConfidence,
    words: recommended && t(recommended.source, { score: recommended.confidence.toFixed(2) }),
  }
}
