import { isInPlace, type Space } from '@vermilion/contract/spaces'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { evaluateFiles } from '#ui/files/file-evaluation.ts'
import { usePageActions } from '#ui/page/page-actions.ts'
import type { Selection } from '#ui/selection/selection.ts'
import { actionText } from './actions/action-text.ts'
import { useEventRuns } from './actions/event-runs.ts'
import { resolveSelectedFiles, sumOf } from './actions/selected-files.ts'
import { useFileActions } from './actions/use-actions.tsx'
import type { Entry } from './entry.ts'
import type { ShownFilter } from './filter/filter.ts'
import { text } from './text.ts'
import type { Entries } from './use-entries.ts'
import { usePageShortcuts } from '#ui/keyboard/page-shortcuts.ts'
import type { FilesNavigation } from './use-files-navigation.ts'

interface ManagerActionNeeds {
  space: Space
  folder: string
  filter: ShownFilter
  entries: Entries
  selection: Selection<Entry>
  navigation: FilesNavigation
  onChoose: (folder: boolean) => void
}

export function useManagerActions(needs: ManagerActionNeeds) {
  const { space, folder, filter, entries, selection, navigation, onChoose } = needs
  const t = useText(text)
  const texts = useText(actionText)
  const inPlace = isInPlace(space)
  const { placed, folderCount } = entries
  const uploading = inPlace
    ? []
    : [
        { key: 'files', text: `${t('upload')}: ${t('uploadFiles')}`, run: () => onChoose(false) },
        { key: 'folder', text: `${t('upload')}: ${t('uploadFolder')}`, run: () => onChoose(true) },
      ]
  const actions = useFileActions({
    space,
    folder,
    recursive: filter.recursive,
    inPlace,
    selection,
    selected: () => resolveSelectedFiles({ selection, placed, folderCount, filter }),
    goTo: navigation.goTo,
    more: uploading,
  })
  const createDataset = {
    key: 'dataset',
    text: t(folder === '' ? 'createDataset' : 'createDatasetFolder'),
    run: navigation.createDataset,
  }
  const evaluate = {
    key: 'evaluate',
    text: texts('evaluateListed'),
    run: () => {
      const recursive = filter.recursive || folderCount > 0
      evaluateFiles({ spaceId: space.id, selection: { filter: { ...filter, recursive } } })
    },
  }
  const eventRuns = useEventRuns(space, folder, navigation)
  const pageActions = [
    ...actions.folderActions,
    ...(space.fileCount === 0
      ? []
      : [evaluate, { key: 'fine-tune', text: texts('fineTune'), run: navigation.fineTune }, eventRuns]),
    { key: 'report', text: texts('report'), run: navigation.openReport },
    ...(inPlace ? [] : [{ key: 'trash', text: texts('trash'), run: navigation.openTrash }]),
  ]
  usePageActions([
    ...uploading.map((action) => (action.key === 'files' ? { ...action, shortcut: 'u' } : action)),
    ...(space.fileCount === 0 ? [] : [createDataset]),
    ...pageActions.map((action) => (action.key === 'new' ? { ...action, shortcut: 'n' } : action)),
    ...(selection.count === 0
      ? []
      : actions.fileActions.map((action) => ({ ...action, key: `selected ${action.key}` }))),
  ])
  useFileShortcuts()
  const { takes, drop, dialogs, drag } = actions
  return {
    createDataset,
    pageActions,
    takes,
    drop,
    dialogs,
    ofFiles: {
      fileActions: actions.fileActions,
      selectedNote: selection.chosen.all ? undefined : formatSize(sumOf(selection).bytes),
      menu: actions.menu,
      isLeaving: actions.leaving,
      renaming: actions.renaming,
      ...(drag === undefined ? {} : { drag }),
      onKey: actions.onKey,
    },
  }
}

const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']

function useFileShortcuts(): void {
  const t = useText(text)
  usePageShortcuts([
    {
      title: t('files'),
      rows: [
        { id: 'move', keys: arrows, text: t('keyMove') },
        { id: 'ends', keys: ['Home', 'End'], text: t('keyEnds') },
        { id: 'extend', keys: ['Shift+ArrowRight'], text: t('keyExtend') },
        { id: 'toggle', keys: ['Ctrl+Space'], text: t('keyToggle') },
        { id: 'all', keys: ['Ctrl+a'], text: t('keyAll') },
        { id: 'clear', keys: ['Escape'], text: t('keyClear') },
        { id: 'preview', keys: ['Space'], text: t('keyPreview') },
        { id: 'open', keys: ['Enter'], text: t('keyOpen') },
        { id: 'up', keys: ['Backspace', 'Alt+ArrowUp'], text: t('keyUp') },
        { id: 'rename', keys: ['F2'], text: t('keyRename') },
        { id: 'delete', keys: ['Delete'], text: t('keyDelete') },
        { id: 'copy', keys: ['Ctrl+c'], text: t('keyCopy') },
        { id: 'cut', keys: ['Ctrl+x'], text: t('keyCut') },
        { id: 'paste', keys: ['Ctrl+v'], text: t('keyPaste') },
        { id: 'menu', keys: ['Shift+F10'], text: t('keyMenu') },
      ],
    },
  ])
}
