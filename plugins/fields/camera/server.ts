import { defineFilesServer } from '@formwright/kit/file_server'
import answers from './answer.ts'

export default defineFilesServer(answers.validate)
