/** The group: students and leaders together, drawn. A photograph in its place needs nothing but the same name. */
export const GroupPicture = ({ alt }: { alt: string }) => (
  <img className="group-picture" src="/art/group.svg" width={1200} height={760} alt={alt} fetchPriority="high" />
);
