import Select from 'antd/es/select'
import { useText } from '#lib/i18n.ts'
import { useClearButton } from '#ui/form/use-clear-button.tsx'
import { Person } from '#ui/person/avatar.tsx'
import { personSelectText } from './text.ts'
import { usePeople } from './use-people.ts'

export interface PersonSelectProps {
  id?: string
  label?: string
  placeholder: string
  /** May be a disabled or deleted account. */
  value?: string | null | undefined
  /** Undefined when the choice is cleared. */
  onChange?: (username: string | undefined) => void
  others?: readonly { value: string; label: string }[]
}

export interface PeopleSelectProps extends Pick<PersonSelectProps, 'label' | 'placeholder' | 'others'> {
  value: readonly string[]
  onChange: (usernames: string[]) => void
}

function useOptions(others: PersonSelectProps['others'] = []) {
  const t = useText(personSelectText)
  const { people = [], me } = usePeople()
  const usable = people.filter(({ disabledAt }) => disabledAt === null).map(({ username }) => username)
  const disabled = new Set(people.filter(({ disabledAt }) => disabledAt !== null).map(({ username }) => username))
  const ordered = [...usable.filter((username) => username === me), ...usable.filter((username) => username !== me)]
  const message = (username: string) =>
    username === me
      ? t('you', { name: username })
      : disabled.has(username)
        ? t('disabled', { name: username })
        : username
  const options = [
    ...others.map(({ value, label }) => ({ value, title: label, label: <span>{label}</span> })),
    ...ordered.map((username) => ({
      value: username,
      title: username,
      label: <Person username={username} text={message(username)} size={20} />,
    })),
  ]
  const labelOf = (value: string) =>
    options.find((option) => option.value === value)?.label ?? (
      <Person username={value} text={message(value)} size={20} />
    )
  return { options, labelOf, loading: people.length === 0 }
}

const search = { optionFilterProp: 'title' }

export function PersonSelect({ id, label, placeholder, value, onChange, others }: PersonSelectProps) {
  const clearButton = useClearButton()
  const { options, labelOf, loading } = useOptions(others)
  return (
    <Select<string | null>
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      allowClear={clearButton}
      showSearch={search}
      loading={loading}
      placeholder={placeholder}
      value={value ?? null}
      labelRender={({ value: selected }) => labelOf(String(selected))}
      onChange={(username) => onChange?.(username ?? undefined)}
      options={options}
    />
  )
}

export function PeopleSelect({ label, placeholder, value, onChange, others }: PeopleSelectProps) {
  const clearButton = useClearButton()
  const { options, labelOf, loading } = useOptions(others)
  return (
    <Select<string[]>
      mode="multiple"
      aria-label={label}
      allowClear={clearButton}
      showSearch={search}
      loading={loading}
      placeholder={placeholder}
      value={[...value]}
      labelRender={({ value: selected }) => labelOf(String(selected))}
      onChange={onChange}
      options={options}
    />
  )
}
