import { createLink } from '@tanstack/react-router'
import Button, { type ButtonProps } from 'antd/es/button'

/** Leads to a page as a link does (another tab, its address), and looks like a button. */
export const LinkButton = createLink((props: ButtonProps) => <Button {...props} />)
