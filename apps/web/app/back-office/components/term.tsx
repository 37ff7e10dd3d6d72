import { type PointerEvent, type ReactNode, useId, useRef } from 'react';
import './term.css';

/** A word with its explanation, which shows under the pointer, with the focus, and at a tap. */
export function Term({ meaning, children }: { meaning: string; children: ReactNode }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const note = useRef<HTMLSpanElement>(null);
  const show = () => {
    if (!note.current?.matches(':popover-open')) note.current?.showPopover({ source: button.current! });
  };
  const hide = () => note.current?.hidePopover();
  return (
    <span
      className="term"
      onPointerEnter={(event) => isMouse(event) && show()}
      onPointerLeave={(event) => isMouse(event) && hide()}
    >
      <button ref={button} type="button" aria-describedby={id} onFocus={show} onBlur={hide} onClick={show}>
        {children}
      </button>
      <span ref={note} id={id} className="term-meaning" popover="auto">
        {meaning}
      </span>
    </span>
  );
}

const isMouse = ({ pointerType }: PointerEvent): boolean => pointerType === 'mouse';
