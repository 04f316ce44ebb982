import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { accountEndpoints, account, password as passwordSchema, passwordLength } from '@vermilion/contract/accounts'
import { type Person as PersonRow, peopleEndpoints } from '@vermilion/contract/accounts/people'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { read, readList, refresh } from '#lib/query.ts'
import { visibleName } from '#lib/visible-name.ts'
import { ProblemState } from '#ui/feedback/states.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { Ago, Time } from '#ui/moment.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Avatar } from '#ui/person/avatar.tsx'
import styles from './account.module.css'
import { peopleText } from './people-text.ts'
import { RowBones } from './row-skeleton.tsx'
import { SecretBox, SecretLine } from './secret-box.tsx'
import { type MadePassword, usePersonActions } from './use-person-actions.ts'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import { z } from 'zod'
import { call } from '#lib/api.ts'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { rule } from '#ui/form/rules.ts'

const step = 100
const maxPeople = 500

export function PeoplePage() {
  const t = useText(peopleText)
  const [limit, setLimit] = useState(step)
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<MadePassword | null>(null)
  const people = useQuery(readList(peopleEndpoints.listPeople, { query: { limit } }))
  const me = useQuery(read(accountEndpoints.me, {}))
  const rows = people.data?.items
  return (
    <Panel
      title={t('title')}
      extra={
        <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      }
    >
      <p className={`${styles['words']} text-secondary`}>{t('words')}</p>
      {made !== null && <NewPassword key={made.password} made={made} onDone={() => setMade(null)} />}
      {rows === undefined && people.error !== null ? (
        <ProblemState problem={people.error} onRetry={() => void people.refetch()} />
      ) : (
        <ul className={styles['rows']} aria-label={t('title')} aria-busy={rows === undefined}>
          {rows === undefined ? (
            <RowBones count={2} />
          ) : (
            rows.map((person) => (
              <Row key={person.id} person={person} isOwn={person.id === me.data?.id} onMade={setMade} />
            ))
          )}
        </ul>
      )}
      {typeof people.data?.nextCursor === 'string' && limit < maxPeople && (
        <Button className={styles['more'] ?? ''} onClick={() => setLimit(Math.min(maxPeople, limit + step))}>
          {t('more')}
        </Button>
      )}
      {isAdding && (
        <AddPerson
          onClose={() => setAdding(false)}
          onMade={(password) => {
            setAdding(false)
            // A password on the screen is stored nowhere else.
            if (password !== null) setMade(password)
            void refresh(peopleEndpoints.listPeople.path)
          }}
        />
      )}
    </Panel>
  )
}

interface RowProps {
  person: PersonRow
  isOwn: boolean
  onMade: (made: MadePassword) => void
}

function Row({ person, isOwn, onMade }: RowProps) {
  const t = useText(peopleText)
  const { username, createdAt, seenAt, disabledAt, sessions, tokens } = person
  const actions = usePersonActions({ person, isOwn, onMade })
  return (
    <li className="row gap-16 border-top">
      <Avatar username={username} size={32} />
      <div className="grow min-width-0">
        <div className="wrapping-row gap-2-10 weight-500 break-anywhere">
          {visibleName(username)}
          {isOwn && <span className="text-tertiary">{t('you')}</span>}
          {disabledAt !== null && <Status tone="neutral">{t('disabled')}</Status>}
        </div>
        <div className="faint flex wrap gap-0-16 tabular">
          <span>{seenAt === null ? t('neverSeen') : [t('seen'), ' ', <Ago key="seen" time={seenAt} />]}</span>
          {sessions > 0 && <span>{t('sessions', { count: sessions })}</span>}
          {tokens > 0 && <span>{t('tokens', { count: tokens })}</span>}
          <span>
            {t('since')} <Time time={createdAt} />
          </span>
        </div>
      </div>
      {actions.length > 0 && <RowMenu label={t('actions', { name: username })} actions={actions} />}
    </li>
  )
}

function NewPassword({ made: { username: name, password }, onDone }: { made: MadePassword; onDone: () => void }) {
  const t = useText(peopleText)
  return (
    <SecretBox title={t('made', { name })} text={t('madeOnce')} done={t('done')} onDone={onDone}>
      <SecretLine content={password} label={t('password')} />
    </SecretBox>
  )
}

interface Values {
  username: string
  password: string
}

interface Props {
  onClose: () => void
  onMade: (made: MadePassword | null) => void
}

const emptyOrPassword = z.literal('').or(passwordSchema)

function AddPerson({ onClose, onMade }: Props) {
  const t = useText(peopleText)
  return (
    <FormDrawer<Values, MadePassword | null>
      open
      title={t('add')}
      action={t('add')}
      failure={t('addFailed')}
      initial={{ username: '', password: '' }}
      submit={async ({ username, password }) => {
        const body = { username, ...(password === '' ? {} : { password }) }
        const made = await call(peopleEndpoints.createPerson, { body })
        return made.password === null ? null : { username: made.account.username, password: made.password }
      }}
      fieldOf={{ 'account.name-taken': 'username' }}
      onClose={onClose}
      onDone={onMade}
    >
      <Form.Item
        name="username"
        label={t('username')}
        required
        rules={[rule(account.shape.username, t('usernameMissing'))]}
      >
        <Input maxLength={50} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('password')}
        extra={t('passwordHint')}
        rules={[rule(emptyOrPassword, t('passwordShort', passwordLength))]}
      >
        <Input type="password" maxLength={passwordLength.most} autoComplete="new-password" />
      </Form.Item>
    </FormDrawer>
  )
}
