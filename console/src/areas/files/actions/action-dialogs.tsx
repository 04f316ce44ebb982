import type { Selection } from '#ui/selection/selection.ts'
import type { SelectedFiles } from './selected-files.ts'
import { tagFiles, transferFiles } from './actions.ts'
import { type Entry, isFolder } from '../entry.ts'
import { TargetDialog } from '../dialogs/target-dialog.tsx'
import { FolderDialog } from '../dialogs/folder-dialog.tsx'
import { DepthDialog } from '../dialogs/depth-dialog.tsx'
import { TagsDialog } from '../dialogs/tags-dialog.tsx'

export type ActionDialog =
  | { kind: 'move' | 'copy' | 'tags' | 'depth'; files: SelectedFiles }
  | { kind: 'folder' }
  | null

interface ActionDialogsProps {
  dialog: ActionDialog
  selection: Selection<Entry>
  spaceId: string
  folder: string
  inPlace: boolean
  onClose: () => void
}

export function ActionDialogs({ dialog, selection, spaceId, folder, inPlace, onClose }: ActionDialogsProps) {
  const { chosen, count, clear } = selection
  return (
    <>
      {(dialog?.kind === 'move' || dialog?.kind === 'copy') && (
        <TargetDialog
          moves={dialog.kind === 'move'}
          count={count}
          from={{ spaceId, folder }}
          folders={dialog.files.folders}
          onDone={(target, conflict) => {
            onClose()
            const moves = dialog.kind === 'move'
            const onBegun = moves ? clear : () => undefined
            void transferFiles({ spaceId, folder, files: dialog.files }, target, { moves, conflict, onBegun })
          }}
          onClose={onClose}
        />
      )}
      {dialog?.kind === 'depth' && (
        <DepthDialog from={{ spaceId, folder }} inPlace={inPlace} files={dialog.files} onClose={onClose} />
      )}
      {dialog?.kind === 'folder' && <FolderDialog in={{ spaceId, folder }} onMade={onClose} onClose={onClose} />}
      {dialog?.kind === 'tags' && (
        <TagsDialog
          count={count}
          present={tagsOf(chosen.all ? [] : [...chosen.items.values()])}
          onDone={(add, remove_) => {
            onClose()
            void tagFiles(spaceId, dialog.files, add, remove_)
          }}
          onClose={onClose}
        />
      )}
    </>
  )
}

function tagsOf(entries: readonly Entry[]): string[] {
  return [...new Set(entries.flatMap((entry) => (isFolder(entry) ? [] : entry.tags)))].toSorted()
}
