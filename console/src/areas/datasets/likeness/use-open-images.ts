import { datasetEndpoints } from '@vermilion/contract/datasets'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { unfiltered } from '../images/filter.ts'

export function useOpenImages(datasetId: string) {
  const navigate = useNavigate({ from: '/data-set/list/file/$id' })
  const [isOpening, setOpening] = useState(false)
  const openSet = async (makeSet: () => Promise<{ id: string }>) => {
    setOpening(true)
    try {
      const { id: set } = await makeSet()
      await navigate({ search: (now) => ({ ...now, ...unfiltered, tab: undefined, set }) })
    } catch (problem) {
      notify.error(problemWords(problem))
    } finally {
      setOpening(false)
    }
  }
  return {
    isOpening,
    openSet,
    openImages: (numbers: readonly number[]) =>
      openSet(() => call(datasetEndpoints.createItemSet, { params: { datasetId }, body: { numbers: [...numbers] } })),
  }
}
