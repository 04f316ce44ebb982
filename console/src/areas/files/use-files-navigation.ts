import { useNavigate } from '@tanstack/react-router'
import { unfiltered } from './filter/filter.ts'
import type { FilesSearch } from './search.ts'

export type FilesNavigation = ReturnType<typeof useFilesNavigation>

export function useFilesNavigation(spaceId: string, folder: string) {
  const navigate = useNavigate({ from: '/space/list/file/$id' })
  const change = (changes: Partial<FilesSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  return {
    change,
    clearFilter: () => change(unfiltered),
    goTo: (path: string) =>
      void navigate({
        search: ({ view: currentView, sort }) => ({ view: currentView, sort, folder: path === '' ? undefined : path }),
      }),
    createDataset: () =>
      void navigate({ to: '/data-set/list', search: { create: true, space: spaceId, folder: folder || undefined } }),
    fineTune: () =>
      void navigate({ to: '/fineTuning/tasks', search: { create: true, space: spaceId, folder: folder || undefined } }),
    openRuns: () => void navigate({ to: '/compute/tasks', search: { kind: 'external' } }),
    openTrash: () => void navigate({ search: { trash: true } }),
    openReport: () =>
      void navigate({
        to: '/space/list/file/$id/report',
        params: { id: spaceId },
        search: { folder: folder || undefined },
      }),
  }
}
