import { datasetSourceEndpoints, type DatasetFilling } from '@vermilion/contract/datasets/sources'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { FillingLine, FillingState } from '#ui/feedback/filling.tsx'
import { text } from './text.ts'

function useFilling(datasetId: string): DatasetFilling | null | undefined {
  return useQuery(read(datasetSourceEndpoints.getFilling, { params: { datasetId } })).data?.filling
}

export function DatasetFillingLine({ datasetId }: { datasetId: string }) {
  const t = useText(text)
  const filling = useFilling(datasetId)
  return filling ? <FillingLine name={t('fillingShort')} {...filling} /> : null
}

export function NoImagesYet({ datasetId, children }: { datasetId: string; children: ReactNode }) {
  const t = useText(text)
  const filling = useFilling(datasetId)
  if (filling === undefined) return null
  return filling === null ? (
    children
  ) : (
    <FillingState title={t('filling')} name={t('fillingShort')} text={t('fillingWords')} {...filling} />
  )
}
