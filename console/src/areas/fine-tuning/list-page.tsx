import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { type FineTuning, fineTuningEndpoints } from '@vermilion/contract/fine-tunings/endpoints'
import { taskEndpoints, taskStatuses } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTaskDeletion, useTaskMenu, useTaskStopping } from '#areas/tasks'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { HeadingLinks } from '#ui/list/heading-links.tsx'
import { ListPage } from '#ui/list/list-page.tsx'
import { useList } from '#ui/list/list-source.ts'
import { useFineTuningColumns } from './columns.tsx'
import { text } from './text.ts'

const CreateFineTuning = lazyPart(async () => (await import('./create/form.tsx')).CreateFineTuning)

export function FineTuningListPage() {
  const t = useText(text)
  const { create = false, space, folder, dataset, ...search } = useSearch({ from: '/shell/fineTuning/tasks' })
  const navigate = useNavigate({ from: '/fineTuning/tasks' })
  const menu = useTaskMenu<FineTuning>(create)
  const creators = useQuery(read(taskEndpoints.listTaskCreators, {}))
  const close = () => void navigate({ search, replace: true })
  const open = (id: string) => void navigate({ to: '/compute/taskdetail/$id', params: { id } })
  return (
    <ListPage
      name="fine-tunings"
      title={t('title')}
      list={useList(fineTuningEndpoints.listFineTunings, search)}
      columns={[...useFineTuningColumns(create), menu.column]}
      rowKey={({ id }) => id}
      nameOf={({ name }) => name}
      onRow={({ id }) => open(id)}
      searchLabel={t('search')}
      filters={[
        {
          kind: 'choice',
          key: 'status',
          label: t('status'),
          all: t('allStatuses'),
          options: taskStatuses.map((status) => ({ value: status, label: t(`status-${status}`) })),
        },
        {
          kind: 'choice',
          key: 'creator',
          label: t('creator'),
          all: t('allCreators'),
          options: creators.data?.map((name) => ({ value: name, label: name })) ?? [],
        },
        { kind: 'created' },
      ]}
      more={
        <HeadingLinks
          label={t('more')}
          links={[
            { key: 'loras', text: t('toLoras'), to: '/model/list', search: { type: 'lora-model' } },
            { key: 'captions', text: t('toCaptions'), to: '/fineTuning/captions' },
            { key: 'images', text: t('toImages'), to: '/compute/images' },
          ]}
        />
      }
      action={{
        text: t('create'),
        short: t('createShort'),
        run: () => void navigate({ search: (now) => ({ ...now, create: true }), replace: true }),
      }}
      empty={{ title: t('empty'), text: t('emptyWords') }}
      noMatch={t('noMatch')}
      bulk={[useTaskStopping(), useTaskDeletion()]}
    >
      {menu.drawer}
      {create && (
        <CreateFineTuning
          spaceId={space}
          folder={folder}
          datasetId={dataset}
          onClose={close}
          onCreated={({ id }) => {
            close()
            open(id)
          }}
        />
      )}
    </ListPage>
  )
}
