import { assistEndpoints, type AssistModel } from '@vermilion/contract/assist-models/endpoints'
import { assistRoles, type AssistRole } from '@vermilion/contract/assist-models/catalogue'
import { useQuery } from '@tanstack/react-query'
import { useState, useId } from 'react'
import { useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Panel } from '#ui/page/page.tsx'
import rows from '#ui/list/named-rows.module.css'
import styles from './assist.module.css'
import { settingsEndpoints, type ShownSettings } from '@vermilion/contract/settings'
import Button from 'antd/es/button'
import { problemWords } from '#ui/feedback/problem.ts'
import { ModelRow } from './model-row.tsx'
import { text } from './text.ts'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import { SpaceSelect } from '#areas/spaces'
import { call } from '#lib/api.ts'
import { Lines } from '#ui/clipboard/copyable-lines.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { required, requiredText } from '#ui/form/rules.ts'

export function AssistPage() {
  const t = useText(text)
  const models = useQuery(read(assistEndpoints.listAssistModels, {}))
  const [bringing, setBringing] = useState<AssistModel | null>(null)
  if (models.data === undefined && models.error !== null)
    return <ProblemState problem={models.error} failure={t('failed')} onRetry={() => void models.refetch()} />
  return (
    <>
      <p className="margin-bottom-16 text-secondary">{t('words')}</p>
      {assistRoles.map((role) => (
        <RolePanel
          key={role}
          role={role}
          models={models.data?.filter((model) => model.role === role)}
          onBring={setBringing}
        />
      ))}
      <HubAddress />
      {bringing !== null && <BringDrawer model={bringing} onClose={() => setBringing(null)} />}
    </>
  )
}

interface RolePanelProps {
  role: AssistRole
  models: readonly AssistModel[] | undefined
  onBring: (model: AssistModel) => void
}

function RolePanel({ role, models, onBring }: RolePanelProps) {
  const t = useText(text)
  const isServed = models === undefined || models.some(({ isUsed }) => isUsed)
  return (
    <Panel title={t(role)}>
      <p className={`${styles['for']} text-secondary`}>{t(`${role}For`)}</p>
      {!isServed && <p className="faint margin-top-4">{t(`${role}Without`)}</p>}
      {models === undefined && <Bone height={44} style={{ marginTop: 14 }} />}
      {models !== undefined && (
        <ul className={`${rows['rows']} margin-top-14`}>
          {models.map((model) => (
            <ModelRow key={model.id} model={model} onBring={() => onBring(model)} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface Typed {
  spaceId: string
  path: string
}

/** The timeout for copying and checking some hundred MiB, in milliseconds. */
const copyTime = 15 * 60_000

function BringDrawer({ model, onClose }: { model: AssistModel; onClose: () => void }) {
  const t = useText(text)
  const { id, name, repository, files } = model
  const example = `${id}.zip`
  return (
    <FormDrawer<Typed, AssistModel>
      open
      draft={`bring:${id}`}
      title={t('bringTitle', { name })}
      action={t('bringAction')}
      failure={t('bringFailed')}
      initial={{ path: '' }}
      submit={(body) =>
        call(assistEndpoints.bringAssistModel, { params: { modelId: id }, body }, { timeout: copyTime })
      }
      fieldOf={{
        'assist-model.nothing-there': 'path',
        'assist-model.file-missing': 'path',
        'assist-model.damaged': 'path',
        'space.not-found': 'spaceId',
      }}
      onClose={onClose}
      onDone={() => {
        notify.success(t('brought', { name }))
        void refresh('/assist-models')
        onClose()
      }}
    >
      <Lines lines={files} text={t('bringWords', { repository })} />
      <div className="margin-top-20">
        <Form.Item name="spaceId" label={t('space')} rules={[required(t('spaceMissing'))]}>
          <SpaceSelect />
        </Form.Item>
        <Form.Item
          name="path"
          label={t('path')}
          extra={t('pathHint', { example })}
          rules={[requiredText(t('pathMissing'))]}
        >
          <Input maxLength={1_000} />
        </Form.Item>
      </div>
    </FormDrawer>
  )
}

function HubAddress() {
  const t = useText(text)
  const { data, error, refetch } = useQuery(read(settingsEndpoints.getSettings, {}))
  return (
    <Panel title={t('hub')}>
      <p className={`${styles['for']} text-secondary`}>{t('hubWords')}</p>
      {data === undefined && error !== null && <ProblemState problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Bone height={36} style={{ marginTop: 14 }} />}
      {data !== undefined && <Address key={data.modelHub.value} setting={data.modelHub} />}
    </Panel>
  )
}

function Address({ setting: { value, source, variable } }: { setting: ShownSettings['modelHub'] }) {
  const t = useText(text)
  const id = useId()
  const [typed, setTyped] = useState(value)
  const [problem, setProblem] = useState<string | null>(null)
  const isFixed = source === 'environment'
  const save = async (modelHub: string | null) => {
    if (modelHub !== null && !/^https?:\/\/[^/]/.test(modelHub.trim())) return setProblem(t('hubMissing'))
    try {
      await call(settingsEndpoints.changeSettings, { body: { modelHub } })
      setProblem(null)
      await refresh('/settings')
      notify.success(t('saved'))
    } catch (failure) {
      setProblem(problemWords(failure))
    }
  }
  return (
    <form
      className={`${styles['hub']} margin-top-14`}
      onSubmit={(event) => {
        event.preventDefault()
        void save(typed)
      }}
    >
      <label htmlFor={id}>{t('hubAddress')}</label>
      <div className={`${styles['address']} flex wrap gap-8 margin-top-6`}>
        <Input
          id={id}
          value={typed}
          maxLength={500}
          disabled={isFixed}
          status={problem === null ? '' : 'error'}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button htmlType="submit" disabled={isFixed || typed.trim() === value}>
          {t('save')}
        </Button>
        {source === 'database' && <Button onClick={() => void save(null)}>{t('toDefault')}</Button>}
      </div>
      {problem !== null && (
        <p id={`${id}-problem`} className="text-error-text font-13 break-anywhere" role="alert">
          {problem}
        </p>
      )}
      {isFixed && <p className="faint margin-top-4">{t('fromEnvironment', { variable })}</p>}
    </form>
  )
}
