import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import Form, { type FormInstance } from 'antd/es/form'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Draft } from '#lib/drafts.ts'
import { useText } from '#lib/i18n.ts'
import { confirm } from '../overlay/confirm.ts'
import { useFocusBack } from '../keyboard/restore-focus.ts'
import styles from './form-drawer.module.css'
import { text } from '../text.ts'
import { type FieldOf, reveal, setFields } from './form-fields.ts'
import { useFormDraft } from './use-form-draft.ts'
import { type SubmissionProblem, type unfinished, useFormSubmission } from './use-form-submission.ts'

interface FormDrawerProps<Values extends object, Answer> {
  open: boolean
  /**
   * The draft's name, which includes the id of the edited thing; values are then stored over a reload and a new sign-in. Without
   * a name nothing is stored. Secrets must not be: name their fields in `secretFields`, or give no name.
   */
  draft?: string
  secretFields?: readonly (keyof Values & string)[]
  ids?: string
  title: string
  action: string
  /** The failed action, above the reason: "Failed to create the data space". */
  failure: string
  initial: Partial<Values>
  submit: (values: Values) => Promise<Answer | typeof unfinished>
  onDone: (response: Answer) => void
  onClose: () => void
  /** The field that shows a server error; other errors are shown below the form. */
  fieldOf?: FieldOf<Values>
  onValuesChange?: (changed: Partial<Values>, form: FormInstance<Values>) => void
  width?: number
  /** False while the subject of the form loads, which disables the button. */
  isReady?: boolean
  renderSummary?: (form: FormInstance<Values>) => ReactNode
  children: ReactNode
}

/** The field that gets the focus: the marked one, else the first text field, else the first field. */
const markedField = '[data-begin]'
const textInputs = ':is(input:not([type]), input[type=text]:not([role=combobox]), textarea):enabled'

/** A field that got the focus before the drawer stopped moving keeps it: a stolen focus would submit half-typed text. */
function begin(fields: HTMLElement | null): void {
  if (fields === null || fields.contains(document.activeElement)) return
  const find = (selector: string) => fields.querySelector<HTMLElement>(selector)
  const first = find(markedField) ?? find(textInputs) ?? find('input:enabled')
  first?.focus()
}

export function FormDrawer<Values extends object, Answer>(props: FormDrawerProps<Values, Answer>) {
  const { open, title, action, failure, isReady = true, initial, children } = props
  const { submit, onDone, onClose, fieldOf, onValuesChange } = props
  const t = useText(text)
  useFocusBack()
  const [form] = Form.useForm<Values>()
  const fields = useRef<HTMLDivElement>(null)
  const { draft, restored, forget, keepTyped, startOver } = useFormDraft({
    name: props.draft,
    secretFields: props.secretFields ?? [],
    initial,
    form,
  })
  const { busy, problem, send } = useFormSubmission({
    form,
    fieldOf,
    submit,
    onDone(response: Answer) {
      forget()
      onDone(response)
    },
  })
  const leave = () => {
    forget()
    onClose()
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
      size={props.width ?? 460}
      onClose={close}
      afterOpenChange={(isOpen) => isOpen && begin(fields.current)}
      destroyOnHidden
      mask={{ closable: true }}
      footer={
        <>
          {props.renderSummary?.(form)}
          <FormFooter action={action} busy={busy} isReady={isReady} onCancel={close} onSend={() => form.submit()} />
        </>
      }
    >
      <div ref={fields} className={styles['fields']}>
        <Form<Values>
          form={form}
          name={props.ids ?? ''}
          layout="vertical"
          preserve={false}
          initialValues={draft === null ? initial : { ...initial, ...draft.values }}
          scrollToFirstError
          onFinish={send}
          onFinishFailed={() => reveal(form)}
          onValuesChange={(changed: Partial<Values>) => {
            onValuesChange?.(changed, form)
            keepTyped()
          }}
        >
          {restored && <RestoredNote onStartOver={startOver} />}
          {children}
          {draft !== null && <Touched form={form} names={draft.touched} />}
          {problem !== null && <FormProblem failure={failure} problem={problem} />}
          {/* Lets Enter send the form: the visible button stands outside of it. */}
          <button type="submit" disabled={!isReady} hidden aria-hidden tabIndex={-1} />
        </Form>
      </div>
    </Drawer>
  )
}

interface FormFooterProps {
  action: string
  busy: boolean
  isReady: boolean
  onCancel: () => void
  onSend: () => void
}

function FormFooter({ action, busy, isReady, onCancel, onSend }: FormFooterProps) {
  const t = useText(text)
  return (
    <div className="flex gap-8 justify-end padding-4-0">
      <Button onClick={onCancel}>{t('cancel')}</Button>
      <Button type="primary" loading={busy} disabled={!isReady} onClick={onSend}>
        {action}
      </Button>
    </div>
  )
}

function RestoredNote({ onStartOver }: { onStartOver: () => void }) {
  const t = useText(text)
  return (
    <output className={`${styles['restored']} wrapping-row note justify-between`}>
      {t('restored')}
      <Button type="link" size="small" onClick={onStartOver}>
        {t('startOver')}
      </Button>
    </output>
  )
}

function FormProblem({ failure, problem }: { failure: string; problem: SubmissionProblem }) {
  const t = useText(text)
  const alert = useRef<HTMLDivElement>(null)
  // In a long form the error may be outside the visible part.
  useEffect(() => {
    alert.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={alert} role="alert" className={`${styles['problem']} padding-10-14 border-error radius-8`}>
      <strong className="weight-600">{failure}</strong>
      <p>{problem.text}</p>
      {problem.isSaved && <p>{t('typedKept')}</p>}
    </div>
  )
}

function Touched<Values extends object>({ form, names }: { form: FormInstance<Values>; names: Draft['touched'] }) {
  useEffect(() => {
    setFields(
      form,
      names.map((name) => ({ name, touched: true })),
    )
  }, [form, names])
  return null
}
