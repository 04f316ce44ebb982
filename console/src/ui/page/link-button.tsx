import { createLink } from '@tanstack/react-router'
import Button, { type ButtonProps } from 'antd/es/button'

/** A link that looks like a button. */
export const LinkButton = createLink((props: ButtonProps) => <Button {...props} />)
