import { type Artifact, artifactEndpoints } from '@vermilion/contract/rollouts/artifacts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useState } from 'react'
import { addressOf, call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { HeadingLinks } from '#ui/list/heading-links.tsx'
import { ListPage } from '#ui/list/list-page.tsx'
import { useList } from '#ui/list/list-source.ts'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import type { Column } from '#ui/table/column.ts'
import { ShortHash } from '#ui/clipboard/short-hash.tsx'
import { TwoLines } from '#ui/table/data-table.tsx'
import { createdColumn } from '#ui/table/usual-columns.tsx'
import { artifactKinds } from '../search.ts'
import { text } from '../text.ts'
import { artifactText } from './text.ts'
import { AddArtifact } from './add-artifact.tsx'
import Form from 'antd/es/form'
import TextArea from 'antd/es/input/TextArea'
import { FormDrawer } from '#ui/form/form-drawer.tsx'

export function ArtifactListPage() {
  const t = useText(artifactText)
  const texts = useText(text)
  const { add, ...search } = useSearch({ from: '/shell/board/artifacts' })
  const navigate = useNavigate({ from: '/board/artifacts' })
  usePageTrail({ text: t('title') })
  const rollOut = (artifact: string) => void navigate({ to: '/board/rollouts', search: { create: true, artifact } })
  const close = () => void navigate({ search, replace: true })
  const [edited, setEdited] = useState<Artifact | null>(null)
  return (
    <ListPage
      name="artifacts"
      title={t('title')}
      list={useList(artifactEndpoints.listArtifacts, search)}
      columns={useColumns({ onRollOut: rollOut, onEdit: setEdited })}
      rowKey={({ id }) => id}
      nameOf={({ name, version }) => `${name} ${version}`}
      onRow={({ id }) => rollOut(id)}
      searchLabel={t('search')}
      failure={t('listFailed')}
      filters={[
        {
          kind: 'choice',
          key: 'kind',
          label: t('kind'),
          all: t('allKinds'),
          options: artifactKinds.map((kind) => ({ value: kind, label: texts(kind) })),
        },
        { kind: 'created' },
      ]}
      more={
        <HeadingLinks
          label={t('moreOfArtifacts')}
          links={[{ key: 'rollouts', text: t('rolloutList'), to: '/board/rollouts' }]}
        />
      }
      action={{ text: t('add'), run: () => void navigate({ search: (now) => ({ ...now, add: true }) }) }}
      empty={{ title: t('empty'), text: t('emptyWords') }}
      noMatch={t('noMatch')}
    >
      {add === true && <AddArtifact onClose={close} onAdded={close} />}
      {edited !== null && <EditNotes artifact={edited} onClose={() => setEdited(null)} />}
    </ListPage>
  )
}

interface RowActions {
  onRollOut: (artifactId: string) => void
  onEdit: (artifact: Artifact) => void
}

function useColumns(actions: RowActions): Column<Artifact>[] {
  const t = useText(artifactText)
  const texts = useText(text)
  return [
    {
      key: 'name',
      title: t('name'),
      sort: 'name',
      cell: ({ name, version, notes }) => <TwoLines first={`${name} ${version}`} second={notes} />,
    },
    { key: 'kind', title: t('kind'), sort: 'kind', width: 150, cell: ({ kind }) => texts(kind) },
    {
      key: 'compatible',
      title: t('compatible'),
      width: 160,
      wide: true,
      cell: ({ compatible }) => (compatible === '' ? t('anyDevice') : compatible),
    },
    { key: 'size', title: t('size'), sort: '-size', width: 100, numeric: true, cell: ({ size }) => formatSize(size) },
    {
      key: 'signature',
      title: t('signature'),
      wide: true,
      cell: ({ signed, checksum }) => (
        <TwoLines
          first={t(signed ? 'signed' : 'unsigned')}
          second={<ShortHash hash={checksum} label={t('checksum')} />}
        />
      ),
    },
    { key: 'rollouts', title: t('rollouts'), width: 100, numeric: true, wide: true, cell: ({ rollouts }) => rollouts },
    { ...createdColumn<Artifact>(t('created')), wide: false },
    {
      key: 'menu',
      title: '',
      width: 150,
      numeric: true,
      cell: (artifact) => <ArtifactActions artifact={artifact} {...actions} />,
    },
  ]
}

function ArtifactActions({ artifact, onRollOut, onEdit }: RowActions & { artifact: Artifact }) {
  const t = useText(artifactText)
  const { id: artifactId, name, version, size } = artifact
  const params = { artifactId }
  const askToDelete = () =>
    confirm({
      title: t('deleteTitle', { name: `${name} ${version}` }),
      body: t('deleteBody', { size: formatSize(size) }),
      action: t('delete'),
      danger: true,
      failure: t('deleteFailed'),
      run: () => call(artifactEndpoints.deleteArtifact, { params }),
      done: t('deleted'),
      stale: ['/artifacts'],
    })
  return (
    <span>
      <Button size="small" onClick={() => onRollOut(artifactId)}>
        {t('rollOut')}
      </Button>
      <RowMenu
        label={t('actions', { name: `${name} ${version}` })}
        actions={[
          { key: 'rollOut', text: t('rollOut'), run: () => onRollOut(artifactId) },
          { key: 'notes', text: t('editNotes'), run: () => onEdit(artifact) },
          {
            key: 'download',
            text: t('download'),
            run: () => location.assign(addressOf(artifactEndpoints.artifactContent, { params })),
          },
          { key: 'delete', text: t('delete'), danger: true, run: askToDelete },
        ]}
      />
    </span>
  )
}

function EditNotes({ artifact, onClose }: { artifact: Artifact; onClose: () => void }) {
  const t = useText(artifactText)
  const { id: artifactId, name, version, notes } = artifact
  return (
    <FormDrawer<{ notes: string }, Artifact>
      open
      title={t('notesTitle', { name: `${name} ${version}` })}
      action={t('save')}
      failure={t('notesFailed')}
      initial={{ notes }}
      submit={(typed) => call(artifactEndpoints.updateArtifact, { params: { artifactId }, body: typed })}
      onClose={onClose}
      onDone={() => {
        notify.success(t('notesSaved'))
        void refresh('/artifacts')
        onClose()
      }}
    >
      <Form.Item name="notes" label={t('notes')}>
        <TextArea autoSize={{ minRows: 3, maxRows: 12 }} maxLength={10_000} />
      </Form.Item>
    </FormDrawer>
  )
}
