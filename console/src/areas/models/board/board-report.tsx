import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { type BoardInference, boardInferenceEndpoints } from '@vermilion/contract/board-inferences'
import type { Task } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { readList } from '#lib/query.ts'
import { Bone, ProblemState, State } from '#ui/feedback/states.tsx'
import { BoardCharts } from './board-charts.tsx'
import { BoardFigures } from './board-figures.tsx'
import { BoardTable } from './board-table.tsx'
import { Comparison } from './comparison.tsx'
import { boardText } from './text.ts'

const CreateBoardInference = lazyPart(async () => (await import('./board-form.tsx')).CreateBoardInference)

const maxBoards = 50

export function BoardReport({ task }: { task: Task }) {
  const t = useText(boardText)
  const navigate = useNavigate()
  const [creating, setCreating] = useState(false)
  const boards = useQuery(
    readList(boardInferenceEndpoints.listBoardInferences, { query: { like: task.id, limit: maxBoards } }),
  )
  const [chosenId, setChosenId] = useState(task.id)
  if (boards.data === undefined) {
    if (boards.error === null) return <Bone height={320} />
    return <ProblemState problem={boards.error} onRetry={() => void boards.refetch()} />
  }
  const { items } = boards.data
  const selected = items.find(({ taskId }) => taskId === chosenId) ?? items[0]
  const start = (
    <Button type={selected === undefined ? 'primary' : 'default'} onClick={() => setCreating(true)}>
      {t('run')}
    </Button>
  )
  return (
    <div className="stack grow gap-20 min-height-0 scroll" style={{ paddingBottom: 32 }}>
      {selected === undefined ? (
        <State title={t('none')} words={t('noneWords')}>
          {start}
        </State>
      ) : (
        <BoardBody inferences={items} chosen={selected} onChoose={setChosenId} action={start} name={task.name} />
      )}
      {creating && (
        <CreateBoardInference
          modelId={selected?.modelId ?? undefined}
          source={sourceOfTask(task)}
          onClose={() => setCreating(false)}
          onCreated={({ id }) => void navigate({ to: '/compute/taskdetail/$id', params: { id } })}
        />
      )}
    </div>
  )
}

const sourceOfTask = ({ dataSource: { kind, id } }: Task) =>
  kind === 'dataset' ? ({ kind, datasetId: id } as const) : ({ kind: 'space', spaceId: id } as const)

interface BoardBodyProps {
  inferences: readonly BoardInference[]
  chosen: BoardInference
  onChoose: (taskId: string) => void
  action: React.ReactNode
  name: string
}

function BoardBody({ inferences, chosen, onChoose, action, name }: BoardBodyProps) {
  const t = useText(boardText)
  const isOpen = chosen.endedAt === null
  return (
    <>
      {chosen.measurement === null ? (
        <State title={t('waiting')} words={isOpen ? t('waitingWords') : t('failedWords')}>
          <span>{chosen.statusReason}</span>
        </State>
      ) : (
        <BoardFigures measurement={chosen.measurement} />
      )}
      <BoardTable inferences={inferences} chosen={chosen} onChoose={onChoose} action={action} name={name} />
      <BoardCharts inferences={inferences} chosen={chosen} />
      <Comparison key={chosen.taskId} inference={chosen} />
    </>
  )
}
