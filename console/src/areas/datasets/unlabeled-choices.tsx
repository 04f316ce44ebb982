import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { labeledStatuses } from '@vermilion/contract/datasets/items'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useEffect, useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import styles from './datasets.module.css'
import { unlabeledText } from './unlabeled-text.ts'

/** Milliseconds between two looks at the version that is being made. */
const lookAgain = 500

export interface UnlabeledChoicesProps {
  dataset: Dataset
  onVersion: (versionId: string) => void
}

/** What to do where a training is blocked: label the rest, or train on a version of what is labelled. */
export function UnlabeledChoices({ dataset, onVersion }: UnlabeledChoicesProps) {
  const t = useText(unlabeledText)
  const [versionId, setVersionId] = useState<string | null>(null)
  const version = useQuery({
    ...read(datasetEndpoints.getVersion, { params: { versionId: versionId ?? '' } }),
    enabled: versionId !== null,
    refetchInterval: lookAgain,
  })
  const status = versionId === null ? undefined : version.data?.status
  useEffect(() => {
    if (versionId === null || status === undefined || status === 'processing') return
    setVersionId(null)
    if (status === 'failed') notify.error(t('failed'))
    else void refresh('/datasets').then(() => onVersion(versionId))
  }, [versionId, status, onVersion, t])

  const makeVersion = async () => {
    const params = { datasetId: dataset.id }
    const body = { name: t('labeledImages'), filter: { status: [...labeledStatuses] } }
    const { id } = await call(datasetEndpoints.createVersion, { params, body })
    setVersionId(id)
  }
  return (
    <p className={styles['choices']}>
      <Link
        to="/data-set/list/file/$id"
        params={{ id: dataset.id }}
        search={(now: object) => ({ ...now, status: 'to-label,rejected' })}
        target="_blank"
      >
        {t('openUnlabeled')}
      </Link>
      {dataset.labeledCount > 0 && (
        <Button
          size="small"
          loading={versionId !== null}
          onClick={() => void makeVersion().catch((problem: unknown) => notify.error(problemWords(problem)))}
        >
          {t('trainOnLabeled', { count: dataset.labeledCount })}
        </Button>
      )}
    </p>
  )
}
