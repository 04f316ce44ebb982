import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import Form, { type FormInstance } from 'antd/es/form'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '#lib/api.ts'
import { type Draft, useDraft } from '#lib/drafts.ts'
import type { FailureName } from '#lib/http/client.ts'
import { useText } from '#lib/i18n.ts'
import { confirm } from '../overlay/confirm.ts'
import { useFocusBack } from '../keyboard/restore-focus.ts'
import styles from './form-drawer.module.css'
import { problemWords } from '../feedback/problem.ts'
import { text } from '../text.ts'

/** A field, or one of those below it: `settings.key`. */
type FieldPath<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`

/** The fields of refusals; what a refusal says more tells which of several fields it is. */
type FieldOf<Values> = Partial<
  Record<FailureName, FieldPath<Values> | ((values: ApiError['values']) => FieldPath<Values>)>
>

interface FormDrawerProps<Values extends object, Answer> {
  open: boolean
  /**
   * Keeps what is typed under this name over a reload and a new sign-in; with the id of what is edited in it. Without a
   * name nothing is kept. Secrets never are: their fields are named as `unkept`, or the form has no name.
   */
  draft?: string
  unkept?: readonly (keyof Values & string)[]
  title: string
  /** The verb on the button that sends the form. */
  action: string
  /** Says above the reason that it failed: "Failed to create the data space". */
  failure: string
  initial: Partial<Values>
  submit: (values: Values) => Promise<Answer>
  onDone: (response: Answer) => void
  onClose: () => void
  /** At which field a refusal of the server is shown; elsewhere it stands below the form. */
  fieldOf?: FieldOf<Values>
  onValuesChange?: (changed: Partial<Values>, form: FormInstance<Values>) => void
  width?: number
  children: ReactNode
}

/** Fields that are typed into: the first of them is where a form begins. */
const textInputs = 'input:not([type]), input[type=text]:not([role=combobox]), textarea'

/** Whoever is in a field before the drawer has come to rest stays there: a stolen focus would send what is half typed. */
function begin(fields: HTMLElement | null): void {
  if (fields?.contains(document.activeElement) === false) fields.querySelector<HTMLElement>(textInputs)?.focus()
}

/** A short form beside the page. Enter sends, Esc closes (asking when something was typed), a failure loses nothing. */
// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
export function FormDrawer<Values extends object, Answer>(props: FormDrawerProps<Values, Answer>) {
  const { open, title, action, failure, initial, submit, onDone, onClose, fieldOf, onValuesChange, width, children } =
    props
  const { unkept = [] } = props
  const t = useText(text)
  useFocusBack()
  const [form] = Form.useForm<Values>()
  const fields = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ words: string; isSaved: boolean } | null>(null)
  const { found, keep, forget } = useDraft(props.draft)
  const [restored, setRestored] = useState(found !== null)

  const change = (changed: Partial<Values>) => {
    onValuesChange?.(changed, form)
    const isKept = (name: unknown) => !unkept.some((one) => one === name)
    const touched = fieldNames(form).filter((name) => isKept(name[0]) && form.isFieldTouched(name as never))
    const values = Object.entries(form.getFieldsValue(true) as object).filter(([name]) => isKept(name))
    keep({ values: Object.fromEntries(values), touched })
  }
  const leave = () => {
    forget()
    onClose()
  }
  const startOver = () => {
    forget()
    setRestored(false)
    // A row that the form did not begin with goes with its list.
    const first = fieldNames(form).filter((name) => valueAt(initial, name.slice(0, -1)) !== undefined)
    setFields(
      form,
      first.map((name) => ({ name, value: valueAt(initial, name), touched: false, errors: [] })),
    )
  }
  const send = async (values: Values) => {
    // Enter sends as well, and knows nothing of the button that is waiting.
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      const response = await submit(values)
      forget()
      onDone(response)
    } catch (caught) {
      if (!showAtField(form, caught, fieldOf ?? {})) {
        setProblem({ words: problemWords(caught), isSaved: isAway(caught) })
      }
    } finally {
      setBusy(false)
    }
  }

  const close = () => {
    if (!form.isFieldsTouched()) return leave()
    confirm({
      title: t('discard'),
      body: t('discardBody'),
      action: t('discardAction'),
      decline: t('keepEditing'),
      danger: true,
      run: leave,
    })
  }

  return (
    <Drawer
      open={open}
      title={title}
      size={width ?? 460}
      onClose={close}
      afterOpenChange={(isOpen) => isOpen && begin(fields.current)}
      destroyOnHidden
      mask={{ closable: true }}
      footer={
        <div className={styles['footer']}>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button type="primary" loading={busy} onClick={() => form.submit()}>
            {action}
          </Button>
        </div>
      }
    >
      <div ref={fields} className={styles['fields']}>
        <Form<Values>
          form={form}
          layout="vertical"
          preserve={false}
          initialValues={found === null ? initial : { ...initial, ...found.values }}
          scrollToFirstError
          onFinish={(values) => void send(values)}
          onFinishFailed={() => reveal(form)}
          onValuesChange={change}
        >
          {restored && (
            <output className={styles['restored']}>
              {t('restored')}
              <Button type="link" size="small" onClick={startOver}>
                {t('startOver')}
              </Button>
            </output>
          )}
          {children}
          {found !== null && <Touched form={form} names={found.touched} />}
          {problem !== null && (
            <div role="alert" className={styles['problem']}>
              <strong>{failure}</strong>
              <p>{problem.words}</p>
              {problem.isSaved && <p>{t('typedKept')}</p>}
            </div>
          )}
          {/* Lets Enter send the form: the visible button stands outside of it. */}
          <button type="submit" hidden aria-hidden tabIndex={-1} />
        </Form>
      </div>
    </Drawer>
  )
}

/** Stands behind the fields of a form: from the moment they are there, these count as typed into. */
function Touched<Values extends object>({ form, names }: { form: FormInstance<Values>; names: Draft['touched'] }) {
  useEffect(() => {
    setFields(
      form,
      names.map((name) => ({ name, touched: true })),
    )
  }, [form, names])
  return null
}

type FieldData = { name: readonly (string | number)[]; value?: unknown; touched?: boolean; errors?: string[] }

function setFields<Values extends object>(form: FormInstance<Values>, data: readonly FieldData[]): void {
  form.setFields(data as unknown as Parameters<FormInstance<Values>['setFields']>[0])
}

/** The paths of the fields that are on the form now. */
function fieldNames<Values extends object>(form: FormInstance<Values>): (string | number)[][] {
  return form.getFieldsError().map(({ name }) => name)
}

function valueAt(values: object, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | undefined)?.[step], values)
}

/** Nobody has heard the form: it is not refused, and can be sent again as it is. */
function isAway(problem: unknown): boolean {
  return problem instanceof ApiError && ['network', 'timeout', 'http', 'server.stopping'].includes(problem.error)
}

/** Shows a refusal at the field it speaks of. Says whether it found one. */
function showAtField<Values extends object>(
  form: FormInstance<Values>,
  problem: unknown,
  fieldOf: FieldOf<Values>,
): boolean {
  if (!(problem instanceof ApiError)) return false
  const fieldSource = fieldOf[problem.error]
  const field = typeof fieldSource === 'function' ? fieldSource(problem.values) : fieldSource
  const match: [string, string][] = field === undefined ? Object.entries(problem.fields) : [[field, problem.message]]
  const isOpen = match.flatMap(([path, words]) => {
    const name = fieldAt(form, path)
    return name === undefined ? [] : [{ name, errors: [words] }]
  })
  setFields(form, isOpen)
  reveal(form)
  return isOpen.length > 0
}

/** The field on the form that a path leads to: `environment.HOME` is one of the field `environment`. */
function fieldAt<Values extends object>(form: FormInstance<Values>, path: string): (string | number)[] | undefined {
  const leads = fieldNames(form).filter((name) => `${path}.`.startsWith(`${name.join('.')}.`))
  return leads.toSorted((one, other) => other.length - one.length)[0]
}

/** Opens the folded parts of a form in which something does not fit. */
function reveal<Values extends object>(form: FormInstance<Values>): void {
  for (const { name, errors } of form.getFieldsError()) {
    if (errors.length > 0) document.getElementById(name.join('_'))?.closest('details')?.setAttribute('open', '')
  }
}
