import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { loadSample } from './load-sample.ts'
import { text } from './text.ts'

export function useSample() {
  const t = useText(text)
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const load = async () => {
    setBusy(true)
    try {
      const { id, datasetId } = await loadSample(t('sampleUsualName'))
      if (datasetId === null) await navigate({ to: '/space/list/file/$id', params: { id } })
      else await navigate({ to: '/data-set/list/file/$id', params: { id: datasetId } })
    } catch (problem) {
      notify.error(`${t('sampleFailed')}: ${problemWords(problem)}`)
    } finally {
      setBusy(false)
    }
  }
  return { load: () => void load(), busy }
}
