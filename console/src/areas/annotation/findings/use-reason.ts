import type { RankedFinding } from '@vermilion/contract/auto-label/label-errors'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import { useText } from '#lib/i18n.ts'
import { findingText } from './finding-text.ts'

const percentOf = (share: number | null) => Math.round((share ?? 0) * 100)

/** Says in words why a label is probably wrong. */
export function useReason(labels: readonly Label[]): (finding: RankedFinding) => string {
  const t = useText(findingText)
  return ({ kind, labelId, suggestedLabelId, confidence, overlap, box }) => {
    const nameOf = (id: string | null) => labels.find((label) => label.id === id)?.name ?? t('unknownLabel')
    const key = kind === 'missing' && box === null ? 'missingOfImage' : kind
    return t(key, {
      label: nameOf(labelId),
      suggested: nameOf(suggestedLabelId),
      confidence: percentOf(confidence),
      overlap: percentOf(overlap),
    })
  }
}
