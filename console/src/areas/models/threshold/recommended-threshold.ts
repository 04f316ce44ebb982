import { usualConfidence } from '@vermilion/contract/detection/usual-confidence'
import { type RecommendedThreshold, servingEndpoints } from '@vermilion/contract/models/serving'
import { useQuery } from '@tanstack/react-query'
import Form from 'antd/es/form'
import { useEffect } from 'react'
import { type Translate, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { propose } from '#ui/form/form-fields.ts'
import { thresholdText } from './text.ts'

/** The recommended threshold of a model and its source. */
export function useRecommendedThreshold(modelId: string | null) {
  const t = useText(thresholdText)
  const query = read(servingEndpoints.recommendedThreshold, { params: { modelId: modelId ?? '' } })
  const { data, isLoading } = useQuery({ ...query, enabled: modelId !== null })
  const recommended = modelId === null ? undefined : data
  return {
    isLoading,
    confidence: recommended?.confidence ?? usualConfidence,
    text: recommended && wordsOf(recommended, t),
  }
}

function wordsOf({ confidence, source, images }: RecommendedThreshold, t: Translate<typeof thresholdText.en>): string {
  const score = confidence.toFixed(2)
  if (source === 'usual') return t('usual', { score })
  if (images === undefined) return t(source, { score })
  return t(`${source}On`, { score, images: t(`of-${images.part ?? 'all'}`, { name: images.name }) })
}

/** Starts the form's field at the chosen model's recommended threshold, at least `min`, until the user changes it. */
export function useRecommendedStart(
  field: 'confidence' | 'threshold',
  modelId: string | null,
  min = 0,
): { recommended: number | undefined; text: string | undefined } {
  const form = Form.useFormInstance<Record<typeof field, number>>()
  const { confidence, text: label, isLoading } = useRecommendedThreshold(modelId)
  useEffect(() => {
    if (!isLoading) propose(form, field, Math.max(min, confidence))
  }, [form, field, min, confidence, isLoading])
  return { recommended: label === undefined ? undefined : Math.max(min, confidence), text: label }
}
