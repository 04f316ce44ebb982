import { isBucket, type Space, type SpaceCreate, spaceEndpoints } from '@vermilion/contract/spaces'
import type { FormInstance } from 'antd/es/form'
import dayjs from 'dayjs'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { propose } from '#ui/form/form-fields.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { AboutFields, NameField } from '#ui/form/naming-fields.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { offerUndo } from '#ui/feedback/undo.tsx'
import { scanAgain } from './in-place.tsx'
import { inPlaceText } from './in-place-text.ts'
import { PathField } from './path-field.tsx'
import { StorageField } from './storage-field.tsx'
import { text } from './text.ts'

/** A valid path made from a name: lowercase words joined by hyphens. */
export function pathOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s/\\:*?"<>|.]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}

interface CreateSpaceProps {
  open: boolean
  onClose: () => void
  onCreated: (space: Space) => void
}

export function CreateSpace({ open, onClose, onCreated }: CreateSpaceProps) {
  const t = useText(text)
  const [proposed] = useState(() => t('proposedName', { time: dayjs().format('YYYY-MM-DD HH:mm') }))
  const follow = (changed: Partial<SpaceCreate>, form: FormInstance<SpaceCreate>) => {
    if (changed.name !== undefined) propose(form, 'path', pathOf(changed.name))
  }
  return (
    <FormDrawer<SpaceCreate, Space>
      draft="create-space"
      open={open}
      title={t('create')}
      action={t('create')}
      failure={t('createFailed')}
      initial={{ name: proposed, path: pathOf(proposed), description: '', tags: [] }}
      submit={(body) => call(spaceEndpoints.createSpace, { body })}
      fieldOf={{
        'space.name-taken': 'name',
        'space.path-taken': 'path',
        'space.path-invalid': 'path',
        'space.path-unusable': 'path',
      }}
      onValuesChange={follow}
      onClose={onClose}
      onDone={(space) => {
        notify.success(t('created_success'))
        void refresh('/spaces')
        onCreated(space)
      }}
    >
      <NameField />
      <PathField usual={pathOf} />
      <AboutFields />
    </FormDrawer>
  )
}

async function restore({ id, name, description, tags }: Space): Promise<void> {
  await call(spaceEndpoints.updateSpace, { params: { spaceId: id }, body: { name, description, tags } })
  await refresh('/spaces')
}

export function EditSpace({ space, onClose }: { space: Space | null; onClose: () => void }) {
  const t = useText(text)
  const inPlace = useText(inPlaceText)
  return (
    <FormDrawer<Pick<Space, 'name' | 'description' | 'tags' | 'storageId'>, Space>
      draft={`edit-space:${space?.id}`}
      open={space !== null}
      title={t('edit')}
      action={t('save')}
      failure={t('updateFailed')}
      initial={space ?? {}}
      submit={(body) => call(spaceEndpoints.updateSpace, { params: { spaceId: space?.id ?? '' }, body })}
      fieldOf={{ 'space.name-taken': 'name', 'space.path-unusable': 'storageId' }}
      onClose={onClose}
      onDone={(changed) => {
        // Another key may read other objects, so that the space is scanned again instead of an undo being offered.
        if (changed.storageId !== space?.storageId) void scanAgain(changed, inPlace('storageChanged'))
        else offerUndo(t('updated_success'), () => restore(space))
        void refresh('/spaces')
        onClose()
      }}
    >
      <NameField />
      {space !== null && isBucket(space) && <StorageField />}
      <AboutFields />
    </FormDrawer>
  )
}
