import DatabaseOutlined from '@ant-design/icons/es/icons/DatabaseOutlined'
import TagOutlined from '@ant-design/icons/es/icons/TagOutlined'
import type { SearchResult } from '@vermilion/contract/image-search'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { type ReactNode, useState } from 'react'
import { tagFiles, TagsDialog } from '#areas/files'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { exportToDataset } from '#ui/export/dataset-export.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import type { FileAction } from '#ui/files/selection-bar.tsx'
import type { Selection } from '#ui/selection/selection.ts'
import type { IndexedList } from '#ui/windowing/indexed-list.ts'
import { text } from './text.ts'
import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import { useNavigate } from '@tanstack/react-router'
import { keyOf } from './use-results.ts'

interface ResultActionNeeds {
  selection: Selection<SearchResult>
  placed: IndexedList<SearchResult>
}

async function chosenOf({ selection: { chosen }, placed }: ResultActionNeeds): Promise<readonly SearchResult[]> {
  if (!chosen.all) return [...chosen.items.values()]
  const all = await placed.bring(0, placed.count - 1)
  return all.filter((result) => !chosen.items.has(keyOf(result)))
}

const namedFiles = (results: readonly SearchResult[]) => ({
  fileIds: results.map(keyOf),
  folders: [],
  except: [],
})

export function useResultActions(needs: ResultActionNeeds): { actions: FileAction[]; dialog: ReactNode } {
  const { selection } = needs
  const t = useText(text)
  const [tagged, setTagged] = useState<readonly SearchResult[] | null>(null)
  const { chosen, count } = selection
  const named = [...chosen.items.values()]
  const [single] = !chosen.all && count === 1 ? named : []
  const isOfOneSpace = !chosen.all && new Set(named.map(({ file }) => file.spaceId)).size === 1
  const withChosen = (run: (results: readonly SearchResult[]) => unknown) =>
    void chosenOf(needs)
      .then(run)
      .catch((problem) => notify.error(problemWords(problem)))

  const toDataset = () =>
    withChosen(async (results) => {
      const { spaceId } = results[0]!.file
      const { name: spaceName } = await call(spaceEndpoints.getSpace, { params: { spaceId } })
      exportToDataset({ spaceId, spaceName, selection: namedFiles(results), count: results.length })
    })
  const ofOne = useActionsOfOne(single)
  const actions: FileAction[] = [
    ...ofOne,
    { key: 'tags', text: t('tags'), icon: <TagOutlined aria-hidden />, run: () => withChosen(setTagged) },
    {
      key: 'dataset',
      text: t(isOfOneSpace ? 'toDataset' : 'oneSpaceOnly'),
      icon: <DatabaseOutlined aria-hidden />,
      disabled: !isOfOneSpace,
      run: toDataset,
    },
  ]
  const dialog = tagged !== null && (
    <TagsDialog
      count={tagged.length}
      present={[...new Set(tagged.flatMap(({ file }) => file.tags))].toSorted()}
      onDone={(add, remove) => {
        setTagged(null)
        for (const [spaceId, results] of Map.groupBy(tagged, ({ file }) => file.spaceId)) {
          void tagFiles(spaceId, namedFiles(results), add, remove)
        }
      }}
      onClose={() => setTagged(null)}
    />
  )
  return { actions, dialog }
}

function useActionsOfOne(result: SearchResult | undefined): FileAction[] {
  const t = useText(text)
  const navigate = useNavigate()
  if (result === undefined) return []
  const { file, datasets } = result
  const findSimilar = () =>
    void navigate({
      to: '/data-set/search',
      search: (now) => ({ ...now, mode: 'image', file: keyOf(result), picture: undefined, region: undefined }),
    })
  const showInFolder = () => {
    const folder = file.path.slice(0, -file.name.length - 1)
    void navigate({
      to: '/space/list/file/$id',
      params: { id: file.spaceId },
      search: { folder: folder === '' ? undefined : folder, search: file.name },
    })
  }
  const labelIn = (id: string, itemId: string) =>
    void navigate({ to: '/data-set/list/file/$id/annotate/$itemId', params: { id, itemId } })
  return [
    { key: 'similar', text: t('similar'), icon: <PictureOutlined aria-hidden />, run: findSimilar },
    { key: 'folder', text: t('openSpace'), icon: <FolderOpenOutlined aria-hidden />, run: showInFolder },
    ...datasets.map(({ id, name, itemId }) => ({
      key: `label ${id}`,
      text: t('openDataset', { name }),
      more: true,
      run: () => labelIn(id, itemId),
    })),
  ]
}
