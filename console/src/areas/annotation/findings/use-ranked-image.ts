import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { useAction } from '#ui/feedback/use-action.ts'
import { findingText } from './finding-text.ts'
import type { StudioSearch } from '../search.ts'

/** The image as a ranking of label errors has it, where the studio is opened in that order. */
export function useRankedImage({ errors, errorKind: kind }: StudioSearch, itemId: string) {
  const query = useQuery({
    ...read(autoLabelEndpoints.getRankedImage, { params: { rankingId: errors ?? '', itemId }, query: { kind } }),
    enabled: errors !== undefined,
  })
  return errors === undefined ? undefined : query.data
}

/** Says that a label is right, or takes that back. */
export function useDismissal(rankingId: string) {
  const t = useText(findingText)
  return useAction(async (itemId: string, finding: number, isDismissed: boolean) => {
    const params = { rankingId, itemId }
    await call(autoLabelEndpoints.dismissFinding, { params, body: { finding, isDismissed } })
    await refresh('/label-errors')
  }, t('failed'))
}
