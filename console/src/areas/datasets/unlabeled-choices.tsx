import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { labeledStatuses } from '@vermilion/contract/datasets/items'
import { Link } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useEffect, useRef, useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { wait } from '#lib/wait.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { unlabeledText } from './unlabeled-text.ts'

/** Milliseconds between polls of the version being made. */
const pollInterval = 500

export interface UnlabeledChoicesProps {
  dataset: Dataset
  onVersion: (versionId: string) => void
}

export function UnlabeledChoices({ dataset, onVersion }: UnlabeledChoicesProps) {
  const t = useText(unlabeledText)
  const [making, setMaking] = useState(false)
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])

  const trainOnLabeled = async (signal: AbortSignal) => {
    const body = { name: t('labeledImages'), filter: { status: [...labeledStatuses] } }
    let version = await call(datasetEndpoints.createVersion, { params: { datasetId: dataset.id }, body })
    const params = { versionId: version.id }
    while (version.status === 'processing') {
      await wait(pollInterval, signal)
      if (signal.aborted) return
      version = await call(datasetEndpoints.getVersion, { params })
    }
    if (version.status === 'failed') return notify.error(t('failed'))
    await refresh('/datasets')
    if (!signal.aborted) onVersion(version.id)
  }
  const make = () => {
    setMaking(true)
    const { signal } = (leaving.current = new AbortController())
    void trainOnLabeled(signal)
      .catch((problem: unknown) => signal.aborted || notify.error(problemWords(problem)))
      .finally(() => setMaking(false))
  }
  return (
    <p className="wrapping-row gap-8-16 margin-top-8">
      <Link
        to="/data-set/list/file/$id"
        params={{ id: dataset.id }}
        search={{ status: 'to-label,rejected' }}
        target="_blank"
      >
        {t('openUnlabeled')}
      </Link>
      {dataset.labeledCount > 0 && (
        <Button size="small" loading={making} onClick={make}>
          {t('trainOnLabeled', { count: dataset.labeledCount })}
        </Button>
      )}
    </p>
  )
}
