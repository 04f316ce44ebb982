import { createLink } from '@tanstack/react-router'
import Button, { type ButtonProps } from 'antd/es/button'

export const LinkButton = createLink((props: ButtonProps) => <Button {...props} />)
