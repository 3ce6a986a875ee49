/**
 * Shapes of calls that the server's document does not describe yet (contract §4). To be replaced by
 * the generated ones in types.ts as soon as openapi.json has them.
 */

/** What guides a person has done. */
export type GuideState = {
  guideId: string;
  guideName: string;
  completed: boolean;
};

export type GuidesStatus = {
  status: { guides: GuideState[]; hasCompletedMandatoryGuides: boolean };
};

export type CanDismiss = { canDismiss: boolean };

/** A person or an organisation, as a context to look at or act in. */
export type ContextInfo = {
  type: 'user' | 'organization';
  id: number;
  name: string;
  slug: string;
  imageId: string | null;
  icon: string | null;
};

export type SuggestionType =
  | 'tatort'
  | 'kommun'
  | 'kommunplaceholder'
  | 'nameday'
  | 'holiday'
  | 'themeday'
  | 'eves'
  | 'flagdays'
  | 'person'
  | 'company'
  | 'association'
  | 'school'
  | 'region'
  | 'tourism_agency'
  | 'embassy'
  | 'government';

export type Suggestion = {
  slug: string;
  name: string;
  /** A type of this list, or one that came later. */
  type: SuggestionType | (string & {});
  location: string | null;
  imgUrl: string | null;
  group: string;
};

export type Suggestions = { groups: { group: string; content: Suggestion[] }[] };
